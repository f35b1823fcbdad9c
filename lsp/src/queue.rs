//! Messages that have arrived and are not yet dealt with.

use std::collections::VecDeque;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};

/// So many messages are taken in advance, to see whether a later one makes an earlier one needless. The others wait with the client.
const LONGEST: usize = 256;

/// Requests about a whole text, whose answer is worth nothing once the text has changed.
const ABOUT_WHOLE_TEXTS: [&str; 8] = [
    "textDocument/codeLens",
    "textDocument/diagnostic",
    "textDocument/documentLink",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/inlayHint",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
];

/// The queue.
#[derive(Debug, Default)]
pub(crate) struct Queue(VecDeque<Message>);

impl Queue {
    /// Whether no more messages should be taken in advance.
    pub(crate) fn is_full(&self) -> bool {
        self.0.len() >= LONGEST
    }

    /// Takes a message in. A request that it cancels is taken out, with the answer to it.
    pub(crate) fn push(&mut self, message: Message) -> Option<Response> {
        let Message::Notification(notification) = &message else {
            self.0.push_back(message);
            return None;
        };
        if notification.method != "$/cancelRequest" {
            self.0.push_back(message);
            return None;
        }
        let id = serde_json::from_value::<RequestId>(notification.params.get("id")?.clone()).ok()?;
        let is_meant = |waiting: &Message| matches!(waiting, Message::Request(request) if request.id == id);
        let place = self.0.iter().position(is_meant)?;
        self.0.remove(place);
        Some(Response::new_err(id, ErrorCode::RequestCanceled as i32, "cancelled".to_owned()))
    }

    /// The next message.
    pub(crate) fn pop(&mut self) -> Option<Message> {
        self.0.pop_front()
    }

    /// The answer to a request about a text that a waiting message changes; `None` for any other request.
    pub(crate) fn outdated(&self, request: &Request) -> Option<Response> {
        if !ABOUT_WHOLE_TEXTS.contains(&request.method.as_str()) {
            return None;
        }
        let uri = text_of(&request.params)?;
        let changes_it = |waiting: &Message| {
            matches!(waiting, Message::Notification(Notification { method, params })
                if method == "textDocument/didChange" && text_of(params) == Some(uri))
        };
        if !self.0.iter().any(changes_it) {
            return None;
        }
        let (code, data) = if request.method == "textDocument/diagnostic" {
            (ErrorCode::ServerCancelled, Some(json!({ "retriggerRequest": true })))
        } else {
            (ErrorCode::ContentModified, None)
        };
        let message = "the text has changed since".to_owned();
        let error = ResponseError { code: code as i32, message, data };
        Some(Response { id: request.id.clone(), response_result: Err(error) })
    }
}

fn text_of(params: &Value) -> Option<&str> {
    params.pointer("/textDocument/uri")?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: i32, method: &str, uri: &str) -> Request {
        Request::new(id.into(), method.to_owned(), json!({ "textDocument": { "uri": uri } }))
    }

    fn change(uri: &str) -> Message {
        let params = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [] });
        Notification::new("textDocument/didChange".to_owned(), params).into()
    }

    fn cancel(id: i32) -> Message {
        Notification::new("$/cancelRequest".to_owned(), json!({ "id": id })).into()
    }

    fn code(response: Response) -> i32 {
        response.response_result.unwrap_err().code
    }

    #[test]
    fn a_cancelled_request_is_answered_and_never_run() {
        let mut queue = Queue::default();
        queue.push(request(1, "textDocument/hover", "file:///a").into());
        assert_eq!(queue.push(cancel(1)).map(code), Some(ErrorCode::RequestCanceled as i32));
        assert!(queue.pop().is_none());
    }

    #[test]
    fn cancelling_what_is_not_there_says_nothing() {
        let mut queue = Queue::default();
        assert!(queue.push(cancel(7)).is_none());
        let nonsense = Notification::new("$/cancelRequest".to_owned(), json!({ "id": {} }));
        assert!(queue.push(nonsense.into()).is_none());
    }

    #[test]
    fn a_request_about_a_text_that_has_changed_since_is_not_run() {
        let mut queue = Queue::default();
        queue.push(change("file:///a"));
        let outdated = |method: &str, uri: &str| queue.outdated(&request(1, method, uri)).map(code);
        assert_eq!(outdated("textDocument/inlayHint", "file:///a"), Some(ErrorCode::ContentModified as i32));
        assert_eq!(outdated("textDocument/diagnostic", "file:///a"), Some(ErrorCode::ServerCancelled as i32));
        assert_eq!(outdated("textDocument/inlayHint", "file:///b"), None);
        assert_eq!(outdated("textDocument/completion", "file:///a"), None);
    }
}
