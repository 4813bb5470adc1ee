/** Settings, servers and plugins from files, and the capabilities that a version reports. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WAIT } from '../driver.ts'
import type { Lab } from '../lab.ts'
import { aText, at } from '../match.ts'
import { named } from '../names.ts'
import { type Group, rule } from '../rule.ts'
import { mustBe, Unsupported } from '../verdict.ts'
import { says, turn } from './steps.ts'

/** Returns the settings in effect with these arguments, where each source sets a variable with its own name. */
async function variables(lab: Lab, ...more: string[]): Promise<unknown> {
  const settings = (name: string) => JSON.stringify({ env: { [name]: 'set' } })
  keep(lab, 'settings.json', settings('LAB_USER'))
  lab.make('.claude/settings.json', settings('LAB_PROJECT'))
  lab.make('.claude/settings.local.json', settings('LAB_LOCAL'))
  const { response } = await lab.start({ more }).call({ subtype: 'get_settings' })
  return Object.keys((at(response, 'effective', 'env') ?? {}) as object)
}

/** Returns the names of the servers with these arguments, where the user and the project have one each. */
async function serverNames(lab: Lab, ...more: string[]): Promise<unknown[]> {
  const server = (name: string) =>
    JSON.stringify({ mcpServers: { [name]: { command: '/nowhere/to/be/found' } } })
  keep(lab, '.claude.json', server('mine'))
  lab.make('.mcp.json', server('ours'))
  const cli = lab.start({ more: ['--mcp-config', server('given'), ...more] })
  const { response } = await cli.call({ subtype: 'mcp_status' })
  return (at(response, 'mcpServers') as unknown[]).map((it) => at(it, 'name')).sort()
}

/** Writes a file into the user's configuration folder. */
function keep(lab: Lab, name: string, content: string): void {
  const folder = join(lab.home, 'claude')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), content)
}

export const configuration: Group = {
  name: 'configuration',
  rules: [
    rule('R-FLAG-27', 'without --setting-sources all sources are read', async (lab) => {
      mustBe(await variables(lab), ['LAB_USER', 'LAB_PROJECT', 'LAB_LOCAL'], 'the variables of all')
      mustBe(await variables(lab, '--setting-sources', 'user'), ['LAB_USER'], 'those of the user')
    }),
    rule('R-FLAG-33', '--strict-mcp-config leaves out the other servers', async (lab) => {
      mustBe(await serverNames(lab), ['given', 'mine', 'ours'], 'the servers without it')
      mustBe(await serverNames(lab, '--strict-mcp-config'), ['given'], 'the servers with it')
    }),
    rule('R-FLAG-32', 'plugins may come with initialize', async (lab) => {
      lab.make('plugin/.claude-plugin/plugin.json', JSON.stringify({ name: 'harbour', version: '1.0.0' }))
      lab.make('plugin/commands/moor.md', 'Moor the ship.')
      const plugins = [{ type: 'local', path: lab.path('plugin') }]
      const initialize = async (...more: string[]) => {
        const { response } = await lab.start({ more }).call({ subtype: 'initialize', plugins })
        const commands = (at(response, 'commands') ?? []) as { name?: string }[]
        return {
          applied: at(response, 'plugins_applied'),
          has: commands.some(({ name }) => name === 'harbour:moor'),
        }
      }
      mustBe((await initialize()).has, false, 'the command without --await-initialize')
      const cli = lab.start({ more: ['--await-initialize'] })
      cli.write({ type: 'control_request', request_id: 'first', request: { subtype: 'initialize' } })
      const isOver = () => cli.ending !== undefined || cli.messages.length > 0
      await cli.until(isOver, WAIT, 'an answer or the end')
      if (cli.messages.length === 0) throw new Unsupported('no --await-initialize')
      mustBe(await initialize('--await-initialize'), { applied: true, has: true }, 'with it')
    }),
    rule('R-DISCOVER-8', 'newer versions list their capabilities', async (lab) => {
      const cli = lab.start()
      const { response } = await cli.call({ subtype: 'initialize' })
      const [init] = named((await turn(lab, says('Hello.'), cli)).seen, 'init')
      if (init?.capabilities === undefined) throw new Unsupported('no capabilities')
      const some = (it: unknown) => Array.isArray(it) && it.length > 0 && it.every(aText)
      mustBe(init.capabilities, some, 'capabilities of system/init')
      mustBe(at(response, 'capabilities'), some, 'capabilities in the answer to initialize')
    }),
  ],
}
