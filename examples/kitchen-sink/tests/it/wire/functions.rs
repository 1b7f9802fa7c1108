//! Functions that work with the configured provider: OpenTofu asks for them once it has configured it.

use serde_json::json;
use terrane_protocol::{CallFunctionRequest, CallFunctionResponse, ClientCapabilities};
use terrane_value::Type;

use super::{Kitchen, decode, encode, everywhere};

async fn cellar(kitchen: &Kitchen, name: &str) -> CallFunctionResponse {
    let request = CallFunctionRequest {
        name: "cellar".to_owned(),
        arguments: vec![encode(&Type::String, &json!(name))],
    };
    let answer = kitchen.provider.call_function(request).await;
    answer.expect("an answer")
}

#[tokio::test]
async fn a_function_works_with_the_configured_provider() {
    everywhere(async |kitchen| {
        let names = async || {
            let answer = kitchen.provider.get_functions(Default::default()).await;
            answer.expect("an answer").functions
        };
        assert!(!kitchen.schema.functions.contains_key("cellar"));
        assert!(!names().await.contains_key("cellar"));
        let refused = cellar(&kitchen, "plate")
            .await
            .error
            .expect("it needs the provider");
        assert!(
            refused.text.contains("has not configured it"),
            "{}",
            refused.text
        );

        kitchen
            .configure(json!({}), ClientCapabilities::default())
            .await;
        std::fs::write(kitchen.folder.join("plate.dish"), "rice").expect("a file");
        let names = names().await;
        assert!(names.contains_key("cellar") && names.contains_key("count"));
        for (name, there) in [("plate", true), ("cup", false)] {
            let answer = cellar(&kitchen, name).await;
            assert_eq!(answer.error, None);
            assert_eq!(decode(&Type::Bool, &answer.result), json!(there));
        }
    })
    .await;
}
