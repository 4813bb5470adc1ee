import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Places } from './places.ts'
import { Settings } from './settings.ts'

let home: string
let places: Places
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-settings-')))
  places = new Places({ CLAUDE_CONFIG_DIR: join(home, 'config') }, home)
  const files = {
    'config/settings.json': { env: { A: 'user', B: 'user' }, permissions: { allow: ['Edit'] } },
    '.claude/settings.json': {
      env: { B: 'project' },
      model: 'opus',
      permissions: { allow: ['Edit', 'Bash'] },
    },
    '.claude/settings.local.json': { model: 'haiku' },
    'config/.claude.json': {
      mcpServers: { mine: { command: 'a' } },
      projects: {
        [home]: { mcpServers: { here: { command: 'b' } } },
        '/other': { mcpServers: { other: {} } },
      },
    },
    '.mcp.json': { mcpServers: { ours: { command: 'c' } } },
  }
  for (const folder of ['config', '.claude']) mkdirSync(join(home, folder))
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(home, name), JSON.stringify(content))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('R-FLAG-27: all sources are put together, the nearer ones over the others', () => {
  expect(new Settings(places, { verbose: true }).effective).toEqual({
    env: { A: 'user', B: 'project' },
    model: 'haiku',
    permissions: { allow: ['Edit', 'Bash'] },
    verbose: true,
  })
})

test('R-FLAG-27: only those that are named, and the command line', () => {
  const { effective } = new Settings(places, { verbose: true }, ['project'])
  expect(effective).toMatchObject({ env: { B: 'project' }, model: 'opus', verbose: true })
})

test('R-FLAG-33: the servers of the user, of the project, and of the user for this folder', () => {
  expect(places.mcpServers()).toEqual({
    mine: { command: 'a' },
    ours: { command: 'c' },
    here: { command: 'b' },
  })
  expect(new Places({ CLAUDE_CONFIG_DIR: '/nowhere' }, '/nowhere').mcpServers()).toEqual({})
})
