;;; emacs.el --- Emacs with editors/emacs in a faulty workspace  -*- lexical-binding: t -*-

;; emacs --batch --eval '(package-initialize)' -L editors/emacs -l tests/editors/emacs.el
;; in a copy of tests/editors/workspace, with hookc on the PATH. From Emacs 29 on eglot comes with it, and the `--eval' is not
;; needed.

(require 'hookc)
(require 'flymake)
(require 'seq)

(defconst limit 60 "Longer than anything takes on a busy machine, in seconds.")

(defvar passed 0)
(defvar failed 0)

(defun until-true (what question)
  "Wait until QUESTION is answered by something true, which is WHAT says, and give it back."
  (let ((end (+ (float-time) limit)) answer)
    (while (not (setq answer (funcall question)))
      (when (> (float-time) end)
        (error "Waited in vain until %s" what))
      (accept-process-output nil 0.02))
    answer))

(defmacro test (name &rest body)
  "Say whether BODY, which does what NAME says, ends without an error."
  (declare (indent 1))
  `(condition-case problem
       (progn ,@body (setq passed (1+ passed)) (message "ok   Emacs %s" ,name))
     (error (setq failed (1+ failed)) (message "FAIL Emacs %s: %s" ,name (error-message-string problem)))))

(defun shown ()
  "The diagnostics as `line:column rule'."
  (sort (mapcar (lambda (one)
                  (let ((place (flymake-diagnostic-beg one))
                        (text (flymake-diagnostic-text one)))
                    (format "%d:%d %s" (line-number-at-pos place)
                            (save-excursion (goto-char place) (1+ (current-column)))
                            (car (split-string text "\n")))))
                (flymake-diagnostics))
        #'string<))

(defun shown-are (&rest wanted)
  "Wait until the diagnostics match WANTED, one each. What stands around the text is up to the version of eglot."
  (condition-case nil
      (until-true "the diagnostics are those that are wanted"
                  (lambda ()
                    (let ((found (shown)))
                      (and (= (length found) (length wanted)) (seq-every-p #'identity (seq-mapn #'string-match-p wanted found))))))
    (error (error "The diagnostics are %S" (shown)))))

(setq eglot-sync-connect limit
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil)

(find-file ".cursor/hooks.json")

(test "starts the server for a hooks file"
  (unless (eq major-mode 'hookc-json-mode) (error "The mode is %s" major-mode))
  (call-interactively #'eglot)
  (until-true "eglot manages the buffer" #'eglot-managed-p))

(test "shows the diagnostics at their places"
  (flymake-start)
  (shown-are "^4:5 .*`sesionStart` is not an event" "^9:21 .*protect.sh` does not exist" "^9:60 .*`Bash` is a tool of Claude Code"))

(test "completes the names of tools inside of a matcher"
  (goto-char (point-min))
  (search-forward "Bash|")
  (let* ((found (eglot-completion-at-point))
         (names (all-completions "" (nth 2 found))))
    (unless (seq-some (lambda (name) (string-match-p "Write" name)) names) (error "It offers %S" names))))

(test "applies a fix"
  (goto-char (point-min))
  (search-forward "sesionStart")
  (let* ((place (match-beginning 0))
         (actions (eglot-code-actions place place "quickfix"))
         (fix (seq-find (lambda (action) (equal (plist-get action :title) "Rename it to `sessionStart`")) actions)))
    (unless fix (error "It offers %S" actions))
    (eglot--apply-workspace-edit (plist-get fix :edit)))
  (save-buffer)
  (shown-are "^9:21 .*protect.sh` does not exist" "^9:60 .*`Bash` is a tool of Claude Code"))

(eglot-shutdown (eglot-current-server))
(message "%d passed, %d failed" passed failed)
(kill-emacs (if (= failed 0) 0 1))
;;; emacs.el ends here
