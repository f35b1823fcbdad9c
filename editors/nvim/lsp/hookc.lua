-- hookc for Neovim 0.11 and its built-in client. Put this file into a folder `lsp` on the 'runtimepath', such as
-- ~/.config/nvim/lsp/hookc.lua, and call vim.lsp.enable('hookc').

--- Places that a project can be told by. The home folder has some of them too, and is no project.
local MARKERS = { ['.cursor'] = true, ['.claude'] = true, ['.cursor-plugin'] = true, ['.claude-plugin'] = true, ['hookc.toml'] = true }

local function root(buffer)
  local function is_project(name, folder)
    return MARKERS[name] and folder ~= vim.uv.os_homedir()
  end
  return vim.fs.root(buffer, '.git') or vim.fs.root(buffer, is_project)
end

--- Shows a text beside the window.
local function show(text)
  vim.cmd.new()
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = 'nofile', 'wipe', false
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, '\n'))
  vim.bo.modifiable = false
end

return {
  cmd = { 'hookc', 'lsp' },
  -- The languages of hooks files and of the scripts that they run; the server passes over everything else.
  filetypes = { 'json', 'jsonc', 'toml', 'sh', 'bash', 'python', 'javascript', 'typescript', 'ps1' },
  root_dir = function(buffer, on_dir)
    on_dir(root(buffer))
  end,
  settings = {
    hookc = { pedantic = false, allSources = false },
  },
  -- What the code lenses do.
  commands = {
    ['hookc.why'] = function(command)
      local about = command.arguments[1]
      local asked = vim.system({ 'hookc', 'why', about.event }, { cwd = vim.uri_to_fname(about.workspace), text = true }):wait()
      show(asked.stdout .. asked.stderr)
    end,
    -- Nothing is run from here: the line is shown, and whoever has read it can run it.
    ['hookc.run'] = function(command)
      local about = command.arguments[1]
      show(('cd %s\nhookc sample %s | hookc run %s --only %s --trace'):format(
        vim.fn.shellescape(vim.uri_to_fname(about.workspace)), about.event, about.event, vim.fn.shellescape(about.id)))
    end,
  },
}
