import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { playScenario } from '../../../../test/simulator/playing.ts'
import { pluginAt, pluginsIn } from './plugins.ts'

/** Creates a folder with a plugin in it. */
function folder(): { home: string; path: string } {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-sim-')))
  const path = join(home, 'plugin')
  for (const name of ['.claude-plugin', 'commands']) mkdirSync(join(path, name), { recursive: true })
  writeFileSync(join(path, '.claude-plugin', 'plugin.json'), '{ "name": "harbour" }')
  writeFileSync(join(path, 'commands', 'moor.md'), 'Moor the ship at $ARGUMENTS.')
  return { home, path }
}

describe('R-FLAG-32: a plugin', () => {
  const scenario = { scripts: [{ prompt: 'Moor the ship at pier 7', replies: [[{ text: 'Moored.' }]] }] }
  const commands = (answer: unknown) =>
    ((answer as { response: { commands: { name: string }[] } }).response.commands ?? []).map(
      ({ name }) => name,
    )

  test('comes with initialize, where the flag says that it may', async () => {
    const { home, path } = folder()
    const initialize = { subtype: 'initialize', plugins: [{ type: 'local', path }] }
    const it = playScenario(scenario, { home, args: ['--await-initialize'] })
    const answer = await it.call(initialize)
    expect(answer).toMatchObject({ response: { plugins_applied: true } })
    expect(commands(answer)).toContain('harbour:moor')
    expect(await it.turn('/harbour:moor pier 7')).toMatchObject({ result: 'Moored.' })
    const without = await playScenario(scenario).call(initialize)
    expect(commands(without)).not.toContain('harbour:moor')
  })

  test('comes with a flag of its own', async () => {
    const { home, path } = folder()
    const it = playScenario(scenario, { home, args: ['--plugin-dir', path] })
    expect(commands(await it.call({ subtype: 'initialize' }))).toContain('harbour:moor')
    expect(await it.call({ subtype: 'reload_plugins' })).toMatchObject({
      response: { plugins: expect.arrayContaining([{ name: 'harbour', path, source: 'harbour@inline' }]) },
    })
  })
})

test('a folder without a plugin is none', () => {
  expect(pluginAt('/nowhere')).toEqual([])
  expect(pluginsIn([{ path: '/nowhere' }, 'nonsense', { path: 7 }])).toEqual([])
  expect(pluginsIn(undefined)).toEqual([])
})
