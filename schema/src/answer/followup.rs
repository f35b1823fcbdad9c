//! Answers that go on with the conversation.

answer! {
    /// The answer to `stop` and `subagentStop`.
    pub struct FollowUp {
        /// Sent as the user's next message unless it is empty or the loop limit is reached. After a subagent only if
        /// its `status` is `completed`.
        #[cfg_attr(feature = "generate", schemars(example = &"The tests fail; fix them."))]
        followup_message: String,
    }
}
