//! Tables in Markdown, so that they can be read on a terminal and pasted into the README.

/// Prints a table whose first row is its head; the first column is text, the others are numbers.
pub(crate) fn print(title: &str, rows: &[Vec<String>]) {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..columns).map(width).collect();
    println!("\n### {title}\n");
    for (index, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!(" {cell:<width$} ") } else { format!(" {cell:>width$} ") }
        });
        println!("|{}|", cells.collect::<Vec<_>>().join("|"));
        if index == 0 {
            let rules = widths.iter().enumerate().map(|(column, width)| {
                if column == 0 { "-".repeat(width + 2) } else { format!("{}:", "-".repeat(width + 1)) }
            });
            println!("|{}|", rules.collect::<Vec<_>>().join("|"));
        }
    }
}

/// A row of cells.
pub(crate) fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

/// A number with its thousands set apart.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `number / of`, with two digits.
pub(crate) fn ratio(number: u64, of: u64) -> String {
    let hundredths = (number * 100 + of / 2).checked_div(of).unwrap_or(0);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
