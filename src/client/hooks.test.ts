import { describe, expect, test } from 'vitest'
import { connect, type FakeCli, settled } from '../../test/client/fake-cli.ts'
import type { Hooks } from './hooks.ts'
import type { Warning } from './session-options.ts'

const base = { session_id: 's', transcript_path: '/t', cwd: '/work' }
const preToolUse = {
  ...base,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 'toolu_1',
}
const stop = { ...base, hook_event_name: 'Stop', stop_hook_active: false }

function hooked(hooks: Hooks): { cli: FakeCli; warnings: Warning[] } {
  const warnings: Warning[] = []
  const { cli } = connect({ hooks, onWarning: (warning) => warnings.push(warning) })
  return { cli, warnings }
}
async function call(cli: FakeCli, callbackId: string, input: object = preToolUse): Promise<void> {
  cli.ask('h1', { subtype: 'hook_callback', callback_id: callbackId, input, tool_use_id: 'toolu_1' })
  await settled()
}
const nothing = () => undefined

describe('registration', () => {
  test('gives each hook an id that follows from its event and place, with matcher and timeout', () => {
    const hooks: Hooks = {
      PreToolUse: [
        { matcher: 'Edit|Write', timeout: 5, handler: nothing },
        { timeout: 0, handler: nothing },
      ],
      Stop: [{ handler: nothing }],
    }
    const registered = () => hooked(hooks).cli.requests('initialize')[0]?.request.hooks
    expect(registered()).toEqual({
      PreToolUse: [
        { hookCallbackIds: ['PreToolUse_0'], matcher: 'Edit|Write', timeout: 5 },
        { hookCallbackIds: ['PreToolUse_1'], timeout: 0 },
      ],
      Stop: [{ hookCallbackIds: ['Stop_0'] }],
    })
    expect(registered()).toEqual(registered())
  })

  test('of one hook alone', () => {
    const { cli } = hooked({ Stop: [{ handler: nothing }] })
    expect(cli.requests('initialize')[0]?.request.hooks).toEqual({ Stop: [{ hookCallbackIds: ['Stop_0'] }] })
  })

  test('is left out when there is nothing to register', () => {
    expect(hooked({}).cli.requests('initialize')[0]?.request).not.toHaveProperty('hooks')
  })

  test('refuses an event that does not exist', () => {
    const hooks = { PreToolUs: [{ handler: nothing }] } as Hooks
    expect(() => hooked(hooks)).toThrow('there is no hook event "PreToolUs"; did you mean "PreToolUse"?')
  })

  test.each([
    [{ PreToolUse: { handler: nothing } }, 'the hooks of PreToolUse must be a list.'],
    [{ PreToolUse: [{ hooks: [nothing] }] }, "unknown option 'hooks'"],
    [{ PreToolUse: [{ matcher: 'Bash' }] }, 'a hook of PreToolUse has no `handler`.'],
    [{ PreToolUse: [{ handler: 'log' }] }, '`handler` must be a function, not "log".'],
  ])('refuses %j', (hooks, message) => {
    expect(() => hooked(hooks as unknown as Hooks)).toThrow(message)
  })
})

describe('a callback', () => {
  test('R-HOOK-32 runs the handler with its input and is answered with its output', async () => {
    let given: unknown[] = []
    const output = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { command: 'ls -l' },
      },
    } as const
    const { cli, warnings } = hooked({
      PreToolUse: [
        { handler: () => ({ systemMessage: 'another hook' }) },
        {
          handler: async (input, { signal, toolUseId }) => {
            given = [input, signal.aborted, toolUseId]
            return output
          },
        },
      ],
    })
    await call(cli, 'PreToolUse_1')
    expect(cli.answerTo('h1')).toEqual(output)
    expect(given).toEqual([preToolUse, false, 'toolu_1'])
    expect(warnings).toEqual([])
  })

  test.each([undefined, null])('whose handler gives %j is answered with {}', async (output) => {
    const { cli, warnings } = hooked({ PreToolUse: [{ handler: () => output as undefined }] })
    await call(cli, 'PreToolUse_0')
    expect(cli.answerTo('h1')).toEqual({})
    expect(warnings).toEqual([])
  })

  test('under an id that is not registered gets an error answer', async () => {
    const { cli } = hooked({ Stop: [{ handler: nothing }] })
    await call(cli, 'Stop_1', stop)
    expect(cli.answersTo('h1')).toEqual([
      { subtype: 'error', request_id: 'h1', error: 'no hook is registered under Stop_1' },
    ])
  })

  test('that the CLI withdraws aborts the signal, and its late output is dropped', async () => {
    let signal: AbortSignal | undefined
    let finish: (output: undefined) => void = () => {}
    const { cli } = hooked({
      PreToolUse: [
        {
          timeout: 5,
          handler: (_input, context) => {
            signal = context.signal
            return new Promise((resolve) => {
              finish = resolve
            })
          },
        },
      ],
    })
    await call(cli, 'PreToolUse_0')
    cli.withdraw('h1')
    expect(signal?.aborted).toBe(true)
    finish(undefined)
    await settled()
    expect(cli.answersTo('h1')).toEqual([])
  })
})

describe('a handler that throws', () => {
  const thrown = new Error('policy server unreachable')
  const throwing = () => {
    throw thrown
  }
  const permissionRequest = { ...preToolUse, hook_event_name: 'PermissionRequest' }
  const denied = (output: unknown) => JSON.stringify(output).includes('"deny"')

  test('R-HOOK-45 before a tool denies it, and is reported', async () => {
    const { cli, warnings } = hooked({ PreToolUse: [{ handler: throwing }] })
    await call(cli, 'PreToolUse_0')
    expect(cli.answerTo('h1')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('hook of the host failed'),
      },
    })
    expect(warnings).toEqual([
      { code: 'hook-handler', message: expect.stringContaining('PreToolUse'), error: thrown },
    ])
  })

  test('R-HOOK-45 at a permission request denies it, and is reported', async () => {
    const { cli, warnings } = hooked({ PermissionRequest: [{ handler: async () => throwing() }] })
    await call(cli, 'PermissionRequest_0', permissionRequest)
    expect(cli.answerTo('h1')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: expect.stringContaining('hook of the host failed') },
      },
    })
    expect(warnings.length).toBe(1)
  })

  test.each([
    ['PreToolUse', preToolUse],
    ['PermissionRequest', permissionRequest],
  ] as const)('R-HOOK-45 at %s gets an error answer where it is told to pass', async (event, input) => {
    const { cli, warnings } = hooked({ [event]: [{ handler: throwing, onThrow: 'pass' }] })
    await call(cli, `${event}_0`, input)
    expect(cli.answersTo('h1')).toEqual([{ subtype: 'error', request_id: 'h1', error: thrown.message }])
    expect(warnings.length).toBe(1)
  })

  test.each(['deny', 'pass'] as const)('at another event gets an error answer (%s)', async (onThrow) => {
    const { cli, warnings } = hooked({ Stop: [{ handler: throwing, onThrow }] })
    await call(cli, 'Stop_0', stop)
    expect(cli.answersTo('h1')).toEqual([{ subtype: 'error', request_id: 'h1', error: thrown.message }])
    expect(warnings).toMatchObject([{ code: 'hook-handler', error: thrown }])
  })

  test.each([[1n], ['deny'], [false], [0], [[]], [{ reason: 1n }], [() => {}]])(
    'is one that gives what cannot be sent, too: %s',
    async (output) => {
      const { cli, warnings } = hooked({ PreToolUse: [{ handler: () => output as never }] })
      await call(cli, 'PreToolUse_0')
      expect(denied(cli.answerTo('h1'))).toBe(true)
      expect(warnings.length).toBe(1)
    },
  )
})
