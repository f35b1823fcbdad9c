;;; hookc.el --- Checks the hooks of coding agents  -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; URL: https://github.com/hookc/hookc

;;; Commentary:

;; Settings of eglot for hooks.json, Claude settings and plugin manifests:
;;
;;   (require 'hookc)
;;   (add-hook 'hookc-json-mode-hook #'eglot-ensure)
;;
;; These files get a mode of their own, so that another server for JSON stays as it is for all others.

;;; Code:

(require 'eglot)
(require 'js)
(require 'project)

(defgroup hookc nil
  "Checks the hooks of coding agents."
  :group 'tools)

(defcustom hookc-command '("hookc" "lsp")
  "The server and its arguments."
  :type '(repeat string))

(defconst hookc-markers '(".cursor" ".claude" ".cursor-plugin" ".claude-plugin" "hookc.toml")
  "Places that a project can be told by where there is no version control.")

;;;###autoload
(define-derived-mode hookc-json-mode js-mode "Hooks"
  "JSON in which the hooks of coding agents are written.")

(put 'hookc-json-mode 'eglot-language-id "json")

;;;###autoload
(dolist (pattern '("/\\.cursor/[^/]*\\.jsonc?\\'"
                   "/\\.claude/settings\\(?:\\.local\\)?\\.json\\'"
                   "/\\.\\(?:cursor\\|claude\\)-plugin/plugin\\.json\\'"
                   "/hooks\\.json\\'"))
  (add-to-list 'auto-mode-alist (cons pattern 'hookc-json-mode)))

(add-to-list 'eglot-server-programs (cons 'hookc-json-mode (lambda (&rest _) hookc-command)))

(defun hookc-project (folder)
  "The project around FOLDER that has hooks, unless that is the home folder."
  (let* ((has-marker (lambda (outer)
                       (seq-some (lambda (name) (file-exists-p (expand-file-name name outer))) hookc-markers)))
         (root (locate-dominating-file folder has-marker)))
    (and root
         (not (file-equal-p root "~/"))
         (cons 'transient (expand-file-name root)))))

;; Last, so that version control decides where there is one.
(add-hook 'project-find-functions #'hookc-project 90)

(provide 'hookc)
;;; hookc.el ends here
