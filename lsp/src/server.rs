//! The loop: messages in, answers and diagnostics out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use crossbeam_channel::TryRecvError;
use gen_lsp_types::{
    ConfigurationItem, ConfigurationParams, DidChangeConfigurationParams, DidChangeTextDocumentParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, InitializeResult, LogMessageNotification, LogMessageParams, MessageType,
    Notification as _, PublishDiagnosticsNotification, Request as _, ServerInfo,
};
use hookc_compiler::system::System;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::capabilities;
use crate::client::{Client, Wishes};
use crate::publish::Published;
use crate::queue::Queue;
use crate::routes::{self, Route};
use crate::session::{Options, Session, path_of};
use crate::watch::Watch;

/// What is answered to a request.
pub(crate) type Answer<T> = Result<T, Refusal>;

/// Why a request is not done, for a person.
#[derive(Debug)]
pub(crate) struct Refusal {
    code: ErrorCode,
    message: String,
}

impl Refusal {
    /// The request cannot be done, since what it asks for makes no sense here.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { code: ErrorCode::RequestFailed, message: message.into() }
    }

    /// The parameters do not have the form that the protocol gives them.
    pub(crate) fn params(error: &serde_json::Error) -> Self {
        Self { code: ErrorCode::InvalidParams, message: error.to_string() }
    }
}

/// How a connection came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The client said goodbye: `shutdown`, then `exit`.
    Orderly,
    /// It left without a word, or with `exit` alone.
    Abrupt,
}

/// After so many changes the client hears something even if it never pauses.
const MOST_PUT_OFF: usize = 64;

/// Serves one client to the end.
pub fn serve(connection: &Connection, disk: &dyn System, options: Options) -> Ended {
    let mut queue = Queue::default();
    let mut server = match Server::start(connection, disk, options, &mut queue) {
        Ok(server) => server,
        Err(ended) => return ended,
    };
    server.run(&mut queue).unwrap_or(Ended::Abrupt)
}

/// The client is gone.
#[derive(Debug, Clone, Copy)]
struct Gone;

/// One end of the connection, with the messages that wait.
fn next(connection: &Connection, queue: &mut Queue, wait: bool) -> Result<Option<Message>, Gone> {
    let mut is_open = true;
    while is_open && !queue.is_full() {
        match connection.receiver.try_recv() {
            Ok(message) => take_in(connection, queue, message)?,
            Err(TryRecvError::Empty) => break,
            Err(TryRecvError::Disconnected) => is_open = false,
        }
    }
    if let Some(message) = queue.pop() {
        return Ok(Some(message));
    }
    if !is_open {
        return Err(Gone);
    }
    if !wait {
        return Ok(None);
    }
    let message = connection.receiver.recv().map_err(|_| Gone)?;
    take_in(connection, queue, message)?;
    Ok(queue.pop())
}

fn take_in(connection: &Connection, queue: &mut Queue, message: Message) -> Result<(), Gone> {
    match queue.push(message) {
        Some(cancelled) => connection.sender.send(cancelled.into()).map_err(|_| Gone),
        None => Ok(()),
    }
}

struct Server<'c, 's> {
    connection: &'c Connection,
    session: Session<'s>,
    routes: Vec<Route>,
    published: Published,
    watch: Watch,
    /// Changes since the client was last told something.
    put_off: usize,
    /// The number of the next question to the client, and the one about settings that is open.
    next_id: i32,
    asked_for_settings: Option<RequestId>,
    shut_down: bool,
}

/// The beginning.
impl<'c, 's> Server<'c, 's> {
    /// Waits for `initialize`, which must come before everything else.
    fn start(
        connection: &'c Connection,
        disk: &'s dyn System,
        options: Options,
        queue: &mut Queue,
    ) -> Result<Self, Ended> {
        loop {
            match next(connection, queue, true) {
                Ok(Some(Message::Request(request))) if request.method == "initialize" => {
                    return Self::initialize(connection, disk, options, request)
                        .map_err(|Gone| Ended::Abrupt);
                }
                Ok(Some(Message::Request(request))) => {
                    let message = "`initialize` comes first".to_owned();
                    let code = ErrorCode::ServerNotInitialized as i32;
                    let refused = Response::new_err(request.id, code, message);
                    connection.sender.send(refused.into()).map_err(|_| Ended::Abrupt)?;
                }
                Ok(Some(Message::Notification(exit))) if exit.method == "exit" => return Err(Ended::Abrupt),
                Ok(_) => {}
                Err(Gone) => return Err(Ended::Abrupt),
            }
        }
    }

    fn initialize(
        connection: &'c Connection,
        disk: &'s dyn System,
        options: Options,
        request: Request,
    ) -> Result<Self, Gone> {
        let params = request.params;
        let client = Client::new(params.get("capabilities").unwrap_or(&Value::Null));
        let capabilities = capabilities::of_server(&client);
        let mut session = Session::new(disk, options, client, folders(&params));
        session.configure(Wishes::new(params.get("initializationOptions").unwrap_or(&Value::Null)));
        let mut server = Self {
            connection,
            session,
            routes: routes::all(),
            published: Published::default(),
            watch: Watch::default(),
            put_off: 0,
            next_id: 0,
            asked_for_settings: None,
            shut_down: false,
        };
        let info =
            ServerInfo { name: "hookc".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
        server.respond(request.id, Ok(InitializeResult { capabilities, server_info: Some(info) }))?;
        Ok(server)
    }
}

/// The loop.
impl Server<'_, '_> {
    fn run(&mut self, queue: &mut Queue) -> Result<Ended, Gone> {
        loop {
            let is_due = self.put_off >= MOST_PUT_OFF;
            let has_work = self.put_off > 0;
            match next(self.connection, queue, !has_work)? {
                Some(Message::Request(request)) => match queue.outdated(&request) {
                    Some(outdated) => self.send(outdated.into())?,
                    None => self.request(request)?,
                },
                Some(Message::Notification(notification)) => {
                    if notification.method == "exit" {
                        return Ok(if self.shut_down { Ended::Orderly } else { Ended::Abrupt });
                    }
                    self.notification(notification)?;
                }
                Some(Message::Response(response)) => self.response(&response),
                None => self.tell()?,
            }
            if is_due {
                self.tell()?;
            }
        }
    }

    fn request(&mut self, request: Request) -> Result<(), Gone> {
        let Request { id, method, params } = request;
        if self.shut_down || method == "initialize" {
            let message = format!("`{method}` comes too late");
            return self.refuse(id, ErrorCode::InvalidRequest, message);
        }
        if method == "shutdown" {
            self.shut_down = true;
            return self.respond(id, Ok(Value::Null));
        }
        let Some(place) = self.routes.iter().position(|route| route.method == method) else {
            return self.refuse(id, ErrorCode::MethodNotFound, format!("`{method}` is not known"));
        };
        let answer = self.guarded(|server| {
            server.session.settle();
            (server.routes[place].run)(&server.session, params)
        });
        if method == "workspace/executeCommand" {
            self.session.files_changed();
            self.put_off += 1;
        }
        if let Some(answer) = answer {
            self.respond(id, answer)?;
        } else {
            let message = format!("`{method}` failed; this is a fault of hookc");
            self.refuse(id, ErrorCode::InternalError, message)?;
        }
        // The check is up to date now, so that nothing is gained by waiting.
        if self.put_off > 0 { self.tell() } else { Ok(()) }
    }

    /// Does something that may panic, which must not take the other requests along.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let done = catch_unwind(AssertUnwindSafe(|| work(self))).ok();
        if done.is_none() {
            self.session.files_changed();
        }
        done
    }

    fn notification(&mut self, notification: Notification) -> Result<(), Gone> {
        let Notification { method, params } = notification;
        let read = self.guarded(|server| server.take_note(&method, params));
        match read {
            Some(Ok(true)) => {
                self.put_off += 1;
                if method == "workspace/didChangeConfiguration" {
                    self.ask_for_settings()?;
                }
                Ok(())
            }
            Some(Ok(false)) if method == "initialized" => {
                self.put_off += 1;
                self.ask_for_settings()
            }
            Some(Ok(false)) => Ok(()),
            Some(Err(error)) => {
                self.log(MessageType::Error, format!("`{method}` has the wrong form: {error}"))
            }
            None => self.log(MessageType::Error, format!("`{method}` failed; this is a fault of hookc")),
        }
    }

    /// Whether the notification was about something that is checked.
    fn take_note(&mut self, method: &str, params: Value) -> serde_json::Result<bool> {
        fn read<T: DeserializeOwned>(params: Value) -> serde_json::Result<T> {
            serde_json::from_value(params)
        }
        let session = &mut self.session;
        match method {
            "textDocument/didOpen" => {
                let document = read::<DidOpenTextDocumentParams>(params)?.text_document;
                session.open(document.uri, document.version, document.text);
            }
            "textDocument/didChange" => {
                let DidChangeTextDocumentParams { text_document, content_changes } = read(params)?;
                let uri = &text_document.text_document_identifier.uri;
                session.change(uri, text_document.version, content_changes);
            }
            "textDocument/didSave" => {
                session.save(&read::<DidSaveTextDocumentParams>(params)?.text_document.uri);
            }
            "textDocument/didClose" => {
                session.close(&read::<DidCloseTextDocumentParams>(params)?.text_document.uri);
            }
            "workspace/didChangeWatchedFiles" => session.files_changed(),
            "workspace/didChangeWorkspaceFolders" => {
                let event = read::<DidChangeWorkspaceFoldersParams>(params)?.event;
                let path = |folder: &gen_lsp_types::WorkspaceFolder| path_of(&folder.uri);
                let removed: Vec<PathBuf> = event.removed.iter().filter_map(path).collect();
                session.change_folders(&removed, event.added.iter().filter_map(path).collect());
            }
            "workspace/didChangeConfiguration" => {
                let settings = read::<DidChangeConfigurationParams>(params)?.settings;
                // A client that is asked for its settings sends none of them here.
                if let Some(settings) = settings.get("hookc") {
                    session.configure(Wishes::new(settings));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn response(&mut self, response: &Response) {
        if let Ok(answer) = &response.response_result
            && self.asked_for_settings.take_if(|asked| *asked == response.id).is_some()
        {
            self.session.configure(Wishes::new(answer.get(0).unwrap_or(&Value::Null)));
            self.put_off += 1;
        }
    }

    /// Checks what has changed and tells the client. A client that asks for diagnostics is told to ask again where it cannot know that it should.
    fn tell(&mut self) -> Result<(), Gone> {
        self.put_off = 0;
        if self.shut_down {
            return Ok(());
        }
        let news = self.guarded(|server| {
            server.session.settle();
            server.published.news(&server.session)
        });
        let Some(news) = news else {
            return self.log(MessageType::Error, "a check failed; this is a fault of hookc".to_owned());
        };
        self.watch_scripts()?;
        if news.iter().any(|news| news.unprompted) {
            self.ask_to_ask_again()?;
        }
        if self.session.client.pulls {
            return Ok(());
        }
        for news in news {
            self.notify(PublishDiagnosticsNotification::METHOD.as_str(), news.params)?;
        }
        Ok(())
    }
}

/// What the server asks of the client.
impl Server<'_, '_> {
    fn ask_for_settings(&mut self) -> Result<(), Gone> {
        if !self.session.client.configures {
            return Ok(());
        }
        let item = ConfigurationItem { scope_uri: None, section: Some("hookc".to_owned()) };
        let method = gen_lsp_types::ConfigurationRequest::METHOD.as_str();
        self.asked_for_settings = Some(self.ask(method, ConfigurationParams { items: vec![item] })?);
        Ok(())
    }

    /// Has the files watched that the findings depend on.
    fn watch_scripts(&mut self) -> Result<(), Gone> {
        if !self.session.client.watches {
            return Ok(());
        }
        for (method, params) in self.watch.changes(&self.session) {
            self.ask(method, params)?;
        }
        Ok(())
    }

    /// Has the client ask again for what may be another answer although it has not touched the text.
    fn ask_to_ask_again(&mut self) -> Result<(), Gone> {
        let client = &self.session.client;
        let methods = [
            (client.pulls, gen_lsp_types::DiagnosticRefreshRequest::METHOD),
            (client.refreshes.hints, gen_lsp_types::InlayHintRefreshRequest::METHOD),
            (client.refreshes.lenses, gen_lsp_types::CodeLensRefreshRequest::METHOD),
        ];
        for (_, method) in methods.into_iter().filter(|(is_known, _)| *is_known) {
            self.ask(method.as_str(), Value::Null)?;
        }
        Ok(())
    }

    fn ask(&mut self, method: &str, params: impl Serialize) -> Result<RequestId, Gone> {
        let id = RequestId::from(format!("hookc/{}", self.next_id));
        self.next_id = self.next_id.wrapping_add(1);
        self.send(Request::new(id.clone(), method.to_owned(), params).into())?;
        Ok(id)
    }

    fn respond(&mut self, id: RequestId, answer: Answer<impl Serialize>) -> Result<(), Gone> {
        match answer {
            Ok(result) => self.send(Response::new_ok(id, result).into()),
            Err(refusal) => self.refuse(id, refusal.code, refusal.message),
        }
    }

    fn refuse(&mut self, id: RequestId, code: ErrorCode, message: String) -> Result<(), Gone> {
        let error = ResponseError { code: code as i32, message, data: None };
        self.send(Response { id, response_result: Err(error) }.into())
    }

    fn log(&mut self, kind: MessageType, message: String) -> Result<(), Gone> {
        self.notify(LogMessageNotification::METHOD.as_str(), LogMessageParams { kind, message })
    }

    fn notify(&mut self, method: &str, params: impl Serialize) -> Result<(), Gone> {
        self.send(Notification::new(method.to_owned(), params).into())
    }

    /// Waits where the client does not read: what it does not take is not piled up.
    fn send(&mut self, message: Message) -> Result<(), Gone> {
        self.connection.sender.send(message).map_err(|_| Gone)
    }
}

/// The folders that `initialize` names: the newer list, or the older single one.
fn folders(params: &Value) -> Vec<PathBuf> {
    let path = |uri: &Value| path_of(&gen_lsp_types::Uri::parse(uri.as_str()?).ok()?);
    match params.get("workspaceFolders").and_then(Value::as_array) {
        Some(folders) => folders.iter().filter_map(|folder| path(folder.get("uri")?)).collect(),
        None => params.get("rootUri").and_then(path).into_iter().collect(),
    }
}
