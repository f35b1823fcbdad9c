//! Answers that stop a prompt, tell the user something, or are not read at all.

answer! {
    /// The answer to `beforeSubmitPrompt`.
    pub struct BeforeSubmitPrompt {
        /// `false` stops the prompt.
        #[serde(rename = "continue")]
        #[cfg_attr(feature = "generate", schemars(example = false))]
        proceed: bool,
        /// What the user is told when the prompt is stopped.
        #[cfg_attr(feature = "generate", schemars(example = &"The prompt holds a key."))]
        user_message: String,
        /// Text to add to the conversation. Read by command-line builds since 2026.09, not documented.
        #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false, "x-targets" = ["cli"])))]
        additional_context: String,
    }

    /// The answer to `preCompact`.
    pub struct PreCompact {
        /// What the user is told when the conversation is summarised.
        #[cfg_attr(feature = "generate", schemars(example = &"The conversation is being summarised."))]
        user_message: String,
    }

    /// The answer to an event that only observes: whatever it holds is ignored.
    pub struct Ignored {}
}
