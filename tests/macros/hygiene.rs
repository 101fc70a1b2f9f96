//! Odd surroundings: no prelude, borrowed names, functions, macros, another name for the crate, strict lints.

use agentkit::Output;
use agentkit::output::Answer;
use serde_json::json;

use crate::support::call;

mod no_prelude {
    #![no_implicit_prelude]
    #![allow(dead_code, reason = "there to get in the way")]

    /// No prelude, and the names of the prelude taken.
    #[::agentkit::tools]
    pub(crate) trait Odd {
        /// Doubles.
        async fn double(&self, r#type: u8, this: &u8, arguments: u8, arg0: u8, returned: u8) -> u8;
        /// Maybe.
        #[tool(timeout = "1s", retries = 1)]
        fn maybe(&self, #[arg(default = 4, range(1..=5))] n: u8) -> ::core::result::Result<u8, &'static str>;
    }

    impl Odd for u8 {
        async fn double(&self, r#type: u8, this: &u8, arguments: u8, arg0: u8, returned: u8) -> u8 {
            *self + r#type + *this + arguments + arg0 + returned
        }

        fn maybe(&self, n: u8) -> ::core::result::Result<u8, &'static str> {
            ::core::result::Result::Ok(n)
        }
    }

    pub(crate) struct Result;
    pub(crate) struct Option;
    pub(crate) struct Box;
    pub(crate) struct String;
    pub(crate) struct Vec;
    pub(crate) struct Send;
    pub(crate) struct Some;
    pub(crate) mod core {}
    pub(crate) mod std {}
    pub(crate) mod agentkit {}
}

#[tokio::test]
async fn without_a_prelude() {
    let tools = no_prelude::Odd::into_tools(1_u8);
    let arguments = r#"{"type":1,"this":2,"arguments":3,"arg0":4,"returned":5}"#;
    assert_eq!(call(&tools, "double", arguments).await.unwrap(), "16");
    assert_eq!(call(&tools, "maybe", "{}").await.unwrap(), "4");
}

mod taken_names {
    #![allow(dead_code, reason = "there to get in the way")]

    /// Names of the prelude taken by items of the user's.
    #[agentkit::agent_output(validate = check, partial)]
    #[derive(Debug, PartialEq)]
    pub(crate) struct Taken {
        /// A number.
        pub(crate) answer: u8,
        /// Another.
        pub(crate) output: ::std::option::Option<u8>,
    }

    #[allow(clippy::unnecessary_wraps, reason = "what `validate` takes")]
    fn check(_: &Taken) -> ::std::result::Result<(), &'static str> {
        ::std::result::Result::Ok(())
    }

    /// A choice.
    #[agentkit::agent_output]
    #[derive(Debug, PartialEq)]
    pub(crate) enum Choice {
        /// Has a name of the prelude.
        None,
        /// Has another.
        Ok(Taken),
        /// And one more.
        Err {
            /// Why.
            body: u8,
        },
    }

    pub(crate) struct Result;
    pub(crate) struct Option;
    pub(crate) struct Box;
    pub(crate) struct String;
    pub(crate) struct Vec;
    pub(crate) struct Output;
    pub(crate) struct Shape;
    pub(crate) struct Answer;
}

#[test]
fn with_names_taken() {
    use taken_names::{Choice, Taken};
    let taken = Taken { answer: 1, output: None };
    assert_eq!(Choice::decode(Answer::of_json(1, &json!({ "answer": 1 }))).unwrap(), Choice::Ok(taken));
    assert_eq!(Choice::decode(Answer::of_json(2, &json!({ "body": 1 }))).unwrap(), Choice::Err { body: 1 });
}

#[tokio::test]
async fn inside_a_function() {
    struct Opinion(u8);

    /// Local.
    #[agentkit::tools]
    trait Local {
        /// Takes a type of the function's own.
        fn rate(&self, opinion: LocalArg) -> u8;
    }

    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct LocalArg {
        stars: u8,
    }

    /// Local, too.
    #[agentkit::agent_output]
    enum Verdict {
        /// Good.
        Good {
            /// What was good.
            what: Inner,
        },
    }

    /// Inner.
    #[agentkit::agent_output]
    struct Inner {
        /// Stars.
        stars: u8,
    }

    impl Local for Opinion {
        fn rate(&self, opinion: LocalArg) -> u8 {
            self.0 + opinion.stars
        }
    }

    let tools = agentkit::tool_set![Local: Opinion(1)];
    assert_eq!(call(&tools, "rate", r#"{"opinion":{"stars":2}}"#).await.unwrap(), "3");
    let value = json!({ "what": { "stars": 3 } });
    let Verdict::Good { what } = Verdict::decode(Answer::of_json(0, &value)).unwrap();
    assert_eq!(what.stars, 3);
}

macro_rules! by_example {
    ($trait:ident, $method:ident($($arg:ident: $ty:ty),*), $output:ident { $field:ident: $field_ty:ty }) => {
        /// From a macro.
        #[agentkit::tools]
        trait $trait {
            /// Its method.
            async fn $method(&self, $($arg: $ty),*) -> String;
        }

        /// From a macro.
        #[agentkit::agent_output]
        struct $output {
            /// Its field.
            $field: $field_ty,
        }
    };
}

by_example!(Generated, join(a: String, b: &str, c: Vec<u8>), GeneratedOutput { total: Option<u8> });

impl Generated for () {
    async fn join(&self, a: String, b: &str, c: Vec<u8>) -> String {
        format!("{a}{b}{c:?}")
    }
}

#[tokio::test]
async fn in_macros_by_example() {
    let tools = Generated::into_tools(());
    assert_eq!(call(&tools, "join", r#"{"a":"x","b":"y","c":[1]}"#).await.unwrap(), "xy[1]");
    assert_eq!(GeneratedOutput::decode(Answer::of_json(0, &json!({ "total": 3 }))).unwrap().total, Some(3));
}

mod renamed {
    use ::agentkit as kit;

    /// Under another name.
    #[kit::tools(crate = kit)]
    pub(crate) trait Renamed {
        /// Adds one.
        #[tool(read_only)]
        async fn next(&self, #[arg(range(..10))] n: &u8) -> u8;
    }

    impl Renamed for () {
        async fn next(&self, n: &u8) -> u8 {
            n + 1
        }
    }

    /// Under another name.
    #[kit::agent_output(crate = crate::hygiene::renamed::kit, partial)]
    #[derive(Debug)]
    pub(crate) struct Named {
        /// A number.
        pub(crate) n: u8,
    }
}

#[tokio::test]
async fn with_the_crate_renamed() {
    use renamed::Renamed;
    assert_eq!(call(&Renamed::into_tools(()), "next", r#"{"n":1}"#).await.unwrap(), "2");
    assert_eq!(renamed::Named::decode(Answer::of_json(0, &json!({ "n": 3 }))).unwrap().n, 3);
    assert_eq!(renamed::NamedPartial::default().n, None);
}
