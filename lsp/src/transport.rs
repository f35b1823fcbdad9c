//! Messages on standard input and output.
//!
//! The reader of `lsp-server` gives up at the first message that it cannot read; this one answers it and goes on.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, bounded};
use gen_lsp_types::{LogMessageNotification, LogMessageParams, MessageType, Notification as _};
use lsp_server::{Connection, ErrorCode, Message, Notification, RequestId, Response};
use serde_json::Value;

/// So many messages wait in each direction; then the other side has to wait.
const WAITING: usize = 64;

/// The longest message that is read, in bytes. It holds a text of the largest size that is checked, escapes included.
const LONGEST: u64 = 256 << 20;

/// The longest line of a message's head.
const LONGEST_LINE: u64 = 4096;

/// The thread that writes, to be waited for at the end.
#[derive(Debug)]
pub struct Writer(JoinHandle<()>);

impl Writer {
    /// Waits until everything is written or nobody reads any more. The connection must be gone.
    pub fn finish(self) {
        // A writer that panicked has nothing more to write.
        let _ = self.0.join();
    }
}

/// A connection over these two streams. The reading thread ends with its stream; where that never ends, with the process.
pub fn connect(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> (Connection, Writer) {
    let (to_server, from_client) = bounded(WAITING);
    let (to_client, from_server) = bounded(WAITING);
    let answers = to_client.clone();
    std::thread::spawn(move || read_all(BufReader::new(input), &to_server, &answers));
    let writer = std::thread::spawn(move || write_all(BufWriter::new(output), &from_server));
    (Connection { sender: to_client, receiver: from_client }, Writer(writer))
}

fn write_all(mut output: impl Write, messages: &Receiver<Message>) {
    for message in messages {
        if message.write(&mut output).is_err() {
            return;
        }
    }
}

fn read_all(mut input: impl BufRead, messages: &Sender<Message>, answers: &Sender<Message>) {
    // An error of the stream is its end.
    while let Ok(Some(frame)) = read_frame(&mut input) {
        let sent = match frame.and_then(|body| parse(&body)) {
            Ok(message) => {
                let is_last = matches!(&message, Message::Notification(last) if last.method == "exit");
                messages.send(message).is_ok() && !is_last
            }
            Err(answer) => answers.send(*answer).is_ok(),
        };
        if !sent {
            return;
        }
    }
}

/// A message that could not be understood, as what is said of it.
type Answer = Box<Message>;

/// The next body. What does not belong to a head is passed over, so that a broken message does not take the next one along.
fn read_frame(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, Answer>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_ascii();
        match (line.is_empty(), length) {
            (true, Some(length)) => return read_body(input, length).map(Some),
            (true, None) => {}
            (false, _) => length = content_length(line).or(length),
        }
    }
}

fn content_length(line: &[u8]) -> Option<u64> {
    let line = std::str::from_utf8(line).ok()?;
    let (name, value) = line.split_once(':')?;
    name.trim().eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
}

fn read_body(input: &mut impl BufRead, length: u64) -> io::Result<Result<Vec<u8>, Answer>> {
    let mut body = input.take(length);
    if length > LONGEST {
        io::copy(&mut body, &mut io::sink())?;
        return Ok(Err(complaint(&format!("a message of {length} bytes is too long"))));
    }
    let mut bytes = Vec::new();
    body.read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Ok(bytes))
}

fn parse(body: &[u8]) -> Result<Message, Answer> {
    let value: Value = serde_json::from_slice(body)
        .map_err(|error| complaint(&format!("a message is not JSON: {error}")))?;
    let id = value.get("id").and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
    serde_json::from_value(value).map_err(|_| {
        let what = "not a request, a notification or a response";
        match id {
            Some(id) => {
                Box::new(Response::new_err(id, ErrorCode::InvalidRequest as i32, what.to_owned()).into())
            }
            None => complaint(what),
        }
    })
}

/// What is said of a message that has no number to answer to.
#[expect(clippy::unnecessary_box_returns, reason = "it is the error of results that are small otherwise")]
fn complaint(message: &str) -> Answer {
    let params = LogMessageParams { kind: MessageType::Error, message: message.to_owned() };
    let method = LogMessageNotification::METHOD.as_str().to_owned();
    Box::new(Notification::new(method, params).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    /// What the server gets, and what the client is told at once.
    fn received(stream: impl Into<Vec<u8>>) -> (Vec<String>, Vec<String>) {
        let (to_server, at_server) = crossbeam_channel::unbounded();
        let (to_client, at_client) = crossbeam_channel::unbounded();
        read_all(io::Cursor::new(stream.into()), &to_server, &to_client);
        drop((to_server, to_client));
        let name = |message: Message| match message {
            Message::Request(request) => request.method,
            Message::Notification(notification) => notification.method,
            Message::Response(response) => format!("answer {}", response.id),
        };
        (at_server.into_iter().map(name).collect(), at_client.into_iter().map(name).collect())
    }

    const GOOD: &str = r#"{ "jsonrpc": "2.0", "id": 1, "method": "good" }"#;

    #[test]
    fn a_message_that_is_no_json_does_not_take_the_next_one_along() {
        let stream = framed("{ nonsense") + &framed(GOOD);
        assert_eq!(received(stream), (vec!["good".to_owned()], vec!["window/logMessage".to_owned()]));
    }

    #[test]
    fn a_message_with_a_number_is_answered_even_if_it_is_none() {
        let stream = framed(r#"{ "jsonrpc": "2.0", "id": 7 }"#) + &framed(GOOD);
        assert_eq!(received(stream), (vec!["good".to_owned()], vec!["answer 7".to_owned()]));
    }

    #[test]
    fn noise_between_messages_is_passed_over() {
        let stream = format!("\r\nnoise\r\n\r\nX-Y: z\r\ncontent-length: {}\r\n\r\n{GOOD}", GOOD.len());
        assert_eq!(received(stream), (vec!["good".to_owned()], vec![]));
    }

    #[test]
    fn bytes_that_are_no_text_and_nesting_without_end_are_refused() {
        let deep = "[".repeat(100_000);
        let mut stream = b"Content-Length: 2\r\n\r\n\xff\xfe".to_vec();
        stream.extend((framed(&deep) + &framed(GOOD)).into_bytes());
        let (good, complaints) = received(stream);
        assert_eq!((good.len(), complaints.len()), (1, 2));
    }

    #[test]
    fn a_stream_that_ends_within_a_message_ends() {
        for stream in ["Content-Length: 99\r\n\r\n{", "Content-Length: 9", "", "Content-Length: x\r\n\r\n"] {
            assert_eq!(received(stream), (vec![], vec![]), "{stream:?}");
        }
    }

    #[test]
    fn nothing_is_read_after_exit() {
        let exit = framed(r#"{ "jsonrpc": "2.0", "method": "exit" }"#);
        assert_eq!(received(exit + &framed(GOOD)).0, ["exit"]);
    }
}
