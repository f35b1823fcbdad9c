-- Neovim with the settings of editors/nvim in a faulty workspace:
--   nvim --headless --clean --cmd 'set runtimepath^=editors/nvim' -S tests/editors/neovim.lua -c 'cquit 2'
-- in a copy of tests/editors/workspace, with hookc on the PATH.

local LIMIT = 60 * 1000 -- longer than anything takes on a busy machine, in milliseconds
local HOOKS = '.cursor/hooks.json'
local passed, failed = 0, 0

local function until_true(what, question)
  local answer
  local function ask()
    answer = question()
    return answer
  end
  assert(vim.wait(LIMIT, ask, 20), 'waited in vain until ' .. what)
  return answer
end

local function test(name, body)
  local ok, message = xpcall(body, debug.traceback)
  passed, failed = passed + (ok and 1 or 0), failed + (ok and 0 or 1)
  print((ok and 'ok   ' or 'FAIL ') .. 'Neovim ' .. name .. (ok and '\n' or '\n' .. message .. '\n'))
end

local function equal(found, wanted)
  assert(vim.deep_equal(found, wanted), ('found %s\nwanted %s'):format(vim.inspect(found), vim.inspect(wanted)))
end

--- The diagnostics as `line:column rule`, counted from 1.
local function diagnostics()
  local shown = vim.tbl_map(function(one)
    return ('%d:%d-%d %s'):format(one.lnum + 1, one.col + 1, one.end_col + 1, one.code)
  end, vim.diagnostic.get(0))
  table.sort(shown)
  return shown
end

local function diagnostics_are(wanted)
  local is_so = vim.wait(LIMIT, function() return vim.deep_equal(diagnostics(), wanted) end, 20)
  if not is_so then equal(diagnostics(), wanted) end
end

--- Puts the cursor on the first letter of a text, or so many further.
local function cursor_on(text, further)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then
      vim.api.nvim_win_set_cursor(0, { number, column - 1 + (further or 0) })
      return
    end
  end
  error('there is no ' .. text)
end

local function ask(method, params)
  local answers = assert(vim.lsp.buf_request_sync(0, method, params or vim.lsp.util.make_position_params(0, 'utf-16'), LIMIT))
  local _, answer = next(answers)
  return assert(answer and answer.result, vim.inspect(answer))
end

local FAULTS = { '4:5-18 unknown-event', '9:21-45 missing-script', '9:60-64 matcher-vocabulary' }

vim.lsp.enable('hookc')
vim.cmd.edit(HOOKS)

test('attaches to the workspace', function()
  local client = until_true('hookc is attached', function() return vim.lsp.get_clients({ bufnr = 0, name = 'hookc' })[1] end)
  until_true('it is ready', function() return client.initialized end)
  equal(client.root_dir, vim.uv.fs_realpath('.'))
end)

test('shows the diagnostics at their cells', function()
  diagnostics_are(FAULTS)
end)

test('explains a matcher', function()
  cursor_on('Bash|Write', 6)
  local text = ask('textDocument/hover').contents.value
  assert(text:find('Of the 21 known names it takes 3: `Write`', 1, true), text)
end)

test('shows the explanation in a window', function()
  local before = #vim.api.nvim_list_wins()
  vim.lsp.buf.hover()
  until_true('the window is open', function() return #vim.api.nvim_list_wins() == before + 1 end)
  vim.cmd('fclose!')
end)

test('completes the names of tools inside of a matcher', function()
  cursor_on('Bash|Write', 5)
  local labels = vim.tbl_map(function(item) return item.label end, ask('textDocument/completion').items or ask('textDocument/completion'))
  assert(vim.tbl_contains(labels, 'Write') and vim.tbl_contains(labels, 'Read'), vim.inspect(labels))
  assert(not vim.tbl_contains(labels, 'Bash'), vim.inspect(labels))
end)

test('applies a fix', function()
  cursor_on('sesionStart')
  vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.title == 'Rename it to `sessionStart`' end })
  until_true('the text is fixed', function() return vim.api.nvim_buf_get_lines(0, 3, 4, false)[1]:find('"sessionStart"', 1, true) end)
  diagnostics_are({ FAULTS[2], FAULTS[3] })
  vim.cmd.write()
  assert(table.concat(vim.fn.readfile(HOOKS)):find('"sessionStart"', 1, true))
end)

test('hears of a script that appears', function()
  vim.fn.writefile({ '#!/bin/sh', 'cat > /dev/null', "echo '{}'" }, '.cursor/hooks/protect.sh')
  vim.fn.setfperm('.cursor/hooks/protect.sh', 'rwxr-xr-x')
  vim.cmd.write()
  diagnostics_are({ FAULTS[3] })
end)

test('says why a hook runs', function()
  vim.lsp.codelens.refresh({ bufnr = 0 })
  local lens = until_true('there are code lenses', function() return vim.lsp.codelens.get(0)[1] end)
  equal(lens.command.title, 'the only hook of sessionStart')
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'hookc' })[1]
  client:exec_cmd(lens.command, { bufnr = 0 })
  until_true('the answer is shown', function()
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):find('runs: project/sessionStart/0', 1, true)
  end)
end)

vim.lsp.stop_client(vim.lsp.get_clients())
print(('%d passed, %d failed\n'):format(passed, failed))
vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
