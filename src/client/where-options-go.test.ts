/** Over a real child that tells what it was started with and what it was asked: command line, environment, initialize. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fakeProgram } from '../../test/client/fake-program.ts'
import type { JsonObject } from '../protocol/json.ts'
import { openSession } from './open-session.ts'
import type { SessionOptions, Warning } from './session-options.ts'

const { folder, binary, old } = fakeProgram(`
  const { plugins_applied } = JSON.parse(process.env.FAKE_ANSWER ?? '{}')
  answer({ asked: request, args: process.argv.slice(2), env: process.env, plugins_applied })
`)
interface Told {
  readonly asked: JsonObject
  readonly args: string[]
  readonly env: NodeJS.ProcessEnv
}

/** What the child was told with these options, and what was warned of. */
async function opened(options: SessionOptions): Promise<Told & { warnings: Warning[] }> {
  const warnings: Warning[] = []
  const onWarning = (warning: Warning) => warnings.push(warning)
  const session = await openSession({ binary, cwd: folder, onWarning, ...options })
  const told = (await session.ready) as unknown as Told
  await session.close()
  return { ...told, warnings }
}

describe('R-FLAG-14 a prompt tool and a handler of this program', () => {
  const onApproval = () => {}
  test('cannot both decide, which is said before anything is started', async () => {
    const both = { onApproval, permissionPromptToolName: 'mcp__gate__ask' }
    const opening = openSession({ binary: join(folder, 'nowhere'), cwd: folder, ...both })
    await expect(opening).rejects.toMatchObject({ code: 'bad-options' })
    await expect(opening).rejects.toThrow('mcp__gate__ask')
  })

  test('each alone is fine, and so is the handler with its own tool', async () => {
    const named = await opened({ permissionPromptToolName: 'mcp__gate__ask' })
    expect(named.args).toContain('--permission-prompt-tool=mcp__gate__ask')
    for (const options of [{ onApproval }, { onApproval, permissionPromptToolName: 'stdio' }]) {
      expect((await opened(options)).args).toContain('--permission-prompt-tool=stdio')
    }
  })
})

describe('R-FLAG-32 plugins', () => {
  const plugins = { plugins: ['/one', '/two'], pluginsWithoutMcp: ['/three'] }
  const flags = ['--plugin-dir=/one', '--plugin-dir=/two', '--plugin-dir-no-mcp=/three']
  const flagsIn = (args: string[]) => args.filter((arg) => /plugin|await-initialize/.test(arg))

  test('go onto the command line unless told otherwise', async () => {
    const { args, asked } = await opened(plugins)
    expect(flagsIn(args)).toEqual(flags)
    expect(asked).toEqual({ subtype: 'initialize' })
  })

  test('go into initialize, for which the CLI is told to wait', async () => {
    const env = { FAKE_ANSWER: '{"plugins_applied":true}' }
    const { args, asked, warnings } = await opened({ ...plugins, env, pluginDelivery: 'initialize' })
    expect(flagsIn(args)).toEqual(['--await-initialize'])
    expect(asked.plugins).toEqual([
      { type: 'local', path: '/one' },
      { type: 'local', path: '/two' },
      { type: 'local', path: '/three', skipMcpDiscovery: true },
    ])
    expect(warnings).toEqual([])
  })

  test('that the CLI has not loaded are warned of', async () => {
    for (const answer of ['{"plugins_applied":false}', '{}']) {
      const { warnings } = await opened({
        ...plugins,
        env: { FAKE_ANSWER: answer },
        pluginDelivery: 'initialize',
      })
      expect(warnings).toMatchObject([{ code: 'plugins-not-loaded' }])
    }
  })

  test('go onto the command line of a CLI that does not take them otherwise, with a warning', async () => {
    const { args, asked, warnings } = await opened({ ...plugins, binary: old, pluginDelivery: 'initialize' })
    expect(flagsIn(args)).toEqual(flags)
    expect(asked).not.toHaveProperty('plugins')
    expect(warnings).toMatchObject([
      { code: 'option-left-out', message: expect.stringContaining('pluginDelivery') },
    ])
  })

  test('without any, nothing is waited for', async () => {
    const { args, asked } = await opened({ pluginDelivery: 'initialize' })
    expect(flagsIn(args)).toEqual([])
    expect(asked).not.toHaveProperty('plugins')
  })

  test('go one of two ways', async () => {
    const pluginDelivery = 'by post' as 'flags'
    await expect(openSession({ binary, pluginDelivery })).rejects.toMatchObject({ code: 'bad-options' })
  })
})

test('R-FLAG-33 strictMcpConfig becomes its flag, beside the servers that are given', async () => {
  const mcpServers = { dock: { command: '/bin/dock' } }
  const { args } = await opened({ mcpServers, strictMcpConfig: true })
  expect(args).toContain('--strict-mcp-config')
  expect(args).toContain('--mcp-config={"mcpServers":{"dock":{"command":"/bin/dock"}}}')
  expect((await opened({ mcpServers })).args).not.toContain('--strict-mcp-config')
})

test('R-FLAG-38 what has no flag goes into initialize, and nowhere else', async () => {
  const plain = await opened({})
  const fields = {
    agents: { pilot: { description: 'Brings ships in', prompt: 'mark-agents' } },
    systemPrompt: 'mark-system-prompt',
    title: 'mark-title',
    toolAliases: { Task: 'mark-alias' },
    planModeInstructions: 'mark-plan-mode',
    promptSuggestions: true,
    supportedDialogKinds: ['mark-dialog'],
  }
  const { args, asked } = await opened({ ...fields, hooks: { Stop: [{ handler: () => undefined }] } })
  expect(asked).toEqual({
    subtype: 'initialize',
    ...fields,
    hooks: { Stop: [{ hookCallbackIds: [expect.any(String)] }] },
  })
  expect(args).toEqual(plain.args)
  expect(plain.asked).toEqual({ subtype: 'initialize' })
})

test('R-CONTROL-71 the CLI is not told that this host would refresh its tokens, whatever it inherited', async () => {
  const marks = ['CLAUDE_CODE_SDK_HAS_OAUTH_REFRESH', 'CLAUDE_CODE_SDK_HAS_HOST_AUTH_REFRESH']
  for (const name of marks) process.env[name] = '1'
  try {
    const { env } = await opened({})
    expect(Object.keys(env).filter((name) => name.startsWith('CLAUDE_CODE_SDK_HAS_'))).toEqual([])
  } finally {
    for (const name of marks) delete process.env[name]
  }
})

test('R-CONTROL-72 the kinds of dialogs are declared as the caller gives them, and none otherwise', async () => {
  const supportedDialogKinds = ['refusal_fallback_prompt']
  expect((await opened({ supportedDialogKinds })).asked).toMatchObject({ supportedDialogKinds })
  const onUserDialog = () => ({ behavior: 'cancelled' as const })
  expect((await opened({ onUserDialog })).asked).not.toHaveProperty('supportedDialogKinds')
})
