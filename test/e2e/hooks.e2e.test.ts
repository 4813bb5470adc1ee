import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { HookHandler, Hooks, Warning } from '../../src/client/index.ts'
import { HOOK_EVENTS } from '../../src/protocol/hook-shapes.ts'
import type { HookEvent } from '../../src/protocol/hooks.ts'
import type { PermissionMode } from '../../src/protocol/permissions.ts'
import { testedVersions } from './claude-binaries.ts'
import { lastConversation, Scene } from './scene.ts'
import { type Stage, setStage } from './stage.ts'
import { write } from './steps.ts'
import { conversations } from './talk.ts'

type Handlers = { [E in HookEvent]?: HookHandler<E> }

describe.each(testedVersions)('hooks of %s', (version) => {
  const old = version === '2.1.197'
  let stage: Stage
  let scene: Scene
  const warnings: Warning[] = []
  /** What the hooks do in the running test. Those of Write deny when they throw, those of Bash let pass. */
  let handlers: Handlers = {}
  const pre: HookHandler<'PreToolUse'> = (input, context) => handlers.PreToolUse?.(input, context)

  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    scene = await Scene.open(stage, {
      allowDangerouslySkipPermissions: true,
      env: { IS_SANDBOX: '1' },
      onWarning: (warning) => warnings.push(warning),
      hooks: {
        PreToolUse: [
          { matcher: 'Write|Edit', handler: pre },
          { matcher: 'Bash', onThrow: 'pass', handler: pre },
          { matcher: 'Read', timeout: 0.2, handler: pre },
        ],
        PostToolUse: [{ handler: (input, context) => handlers.PostToolUse?.(input, context) }],
        PermissionRequest: [{ handler: (input, context) => handlers.PermissionRequest?.(input, context) }],
        UserPromptSubmit: [{ handler: (input, context) => handlers.UserPromptSubmit?.(input, context) }],
        Stop: [{ handler: (input, context) => handlers.Stop?.(input, context) }],
      },
    })
  })
  afterEach(async () => {
    handlers = {}
    warnings.splice(0)
    await scene.rest()
  })
  afterAll(() => stage.close())
  const inWork = (name: string) => join(stage.cwd, name)
  const made = (name: string) => existsSync(inWork(name))

  test('R-HOOK-32 R-HOOK-37: a denial keeps the tool from running and nobody is asked', async () => {
    handlers.PreToolUse = (input, { toolUseId }) => {
      expect(input).toMatchObject({ tool_name: 'Write', tool_use_id: toolUseId, permission_mode: 'default' })
      return preToolUse({ permissionDecision: 'deny', permissionDecisionReason: 'The hook says no.' })
    }
    expect(await scene.play([write('hook-denied.txt')]).result).toMatchObject({ status: 'success' })
    expect(scene.inbox.asked).toEqual([])
    expect(scene.results).toMatchObject([
      { text: expect.stringContaining('The hook says no.'), isError: true },
    ])
    expect(made('hook-denied.txt')).toBe(false)
  })

  test('R-HOOK-38: an allow runs the tool unasked, with the input that the hook gives', async () => {
    const updatedInput = { file_path: inWork('by-hook.txt'), content: 'as the hook wants it' }
    handlers.PreToolUse = () => preToolUse({ permissionDecision: 'allow', updatedInput })
    await scene.play([write('by-model.txt')]).result
    expect(scene.inbox.asked).toEqual([])
    expect(readFileSync(inWork('by-hook.txt'), 'utf8')).toBe('as the hook wants it')
    expect(made('by-model.txt')).toBe(false)
  })

  test('R-HOOK-39: ask leads to the approval', async () => {
    handlers.PreToolUse = () =>
      preToolUse({ permissionDecision: 'ask', permissionDecisionReason: 'Look closely.' })
    await scene.setMode('acceptEdits')
    const turn = scene.play([write('asked.txt')])
    const approval = await scene.inbox.next('tool')
    expect(approval.reasonType).toBe('hook')
    expect(approval.reason).toContain('Look closely.')
    approval.allow()
    await turn.result
    expect(made('asked.txt')).toBe(true)
    await scene.setMode('default')
  })

  test('R-HOOK-40: block keeps the tool from running', async () => {
    handlers.PreToolUse = () => ({ decision: 'block', reason: 'Blocked.' })
    await scene.play([write('blocked.txt')]).result
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('Blocked.'), isError: true }])
    expect(made('blocked.txt')).toBe(false)
  })

  test('R-HOOK-41: continue: false ends the turn, but only after the tool', async () => {
    handlers.PreToolUse = () => ({ continue: false, stopReason: 'Enough.' })
    const turn = scene.play([write('last.txt')])
    ;(await scene.inbox.next('tool')).allow()
    expect(await turn.result).toMatchObject({
      status: 'success',
      text: '',
      message: { terminal_reason: 'hook_stopped' },
    })
    expect(made('last.txt')).toBe(true)
  })

  test('R-HOOK-45: a hook that throws fails closed', async () => {
    handlers.PreToolUse = () => {
      throw new Error('the hook is broken')
    }
    await scene.play([write('thrown.txt')]).result
    expect(scene.inbox.asked).toEqual([])
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('failed'), isError: true }])
    expect(made('thrown.txt')).toBe(false)
    expect(warnings).toMatchObject([{ code: 'hook-handler', error: { message: 'the hook is broken' } }])
  })

  test('R-HOOK-44 R-HOOK-45: where it shall pass, the CLI goes on as without it', async () => {
    handlers.PreToolUse = () => {
      throw new Error('the hook is broken')
    }
    const command = `touch ${inWork('passed.txt')}`
    const turn = scene.play([{ tool: 'Bash', input: { command, description: 'Makes it' } }])
    ;(await scene.inbox.next('tool')).allow()
    await turn.result
    expect(made('passed.txt')).toBe(true)
    expect(warnings).toMatchObject([{ code: 'hook-handler' }])
  })

  test('R-HOOK-2: a matcher chooses the tools', async () => {
    const called: string[] = []
    handlers.PreToolUse = ({ tool_name }) => {
      called.push(tool_name)
      return undefined
    }
    const todo = { tool: 'AskUserQuestion', input: { questions: [] } }
    const turn = scene.play([write('matched.txt'), todo])
    ;(await scene.inbox.next('tool')).deny()
    await turn.result
    expect(called).toEqual(['Write'])
  })

  test('R-HOOK-48: a hook that is late refuses its tool, and is told so', async () => {
    writeFileSync(inWork('to-read.txt'), 'secret')
    const aborted = new Promise<void>((resolve) => {
      handlers.PreToolUse = (_input, { signal }) => {
        signal.addEventListener('abort', () => resolve())
        return new Promise(() => {})
      }
    })
    await scene.play([{ tool: 'Read', input: { file_path: inWork('to-read.txt') } }]).result
    await aborted
    expect(scene.all('control_cancel_request')).toHaveLength(1)
    expect(scene.results).toMatchObject([{ isError: true }])
    expect(JSON.stringify(scene.results)).not.toContain('secret')
  })

  test('PostToolUse sees the response, and adds to it', async () => {
    const seen: unknown[] = []
    handlers.PostToolUse = ({ tool_name, tool_response }) => {
      seen.push([tool_name, tool_response])
      return {
        hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'The hook adds this.' },
      }
    }
    const turn = scene.play([write('seen.txt')])
    ;(await scene.inbox.next('tool')).allow()
    await turn.result
    expect(seen).toEqual([
      ['Write', expect.objectContaining({ filePath: expect.stringContaining('seen.txt') })],
    ])
    expect(JSON.stringify(lastConversation(stage.model))).toContain('The hook adds this.')
  })

  test('PermissionRequest decides in place of the host', async () => {
    handlers.PermissionRequest = ({ tool_input }) => ({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: String(Object(tool_input).file_path).endsWith('good.txt')
          ? { behavior: 'allow' }
          : { behavior: 'deny', message: 'Refused by the hook.' },
      },
    })
    await scene.play([write('good.txt')], [write('bad.txt')]).result
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('Refused by the hook.') }])
    expect([made('good.txt'), made('bad.txt')]).toEqual([true, false])
  })

  test('R-HOOK-42: a blocked prompt', async () => {
    handlers.UserPromptSubmit = ({ prompt }) => ({ decision: 'block', reason: `No "${prompt}" here.` })
    const before = conversations(stage.model).length
    const result = await scene.play([{ text: 'Never said.' }]).result
    expect(result.message).toMatchObject({ subtype: 'success', is_error: false, num_turns: 0 })
    const informed = scene.all('system').filter(({ subtype }) => subtype === 'informational')
    expect(informed).toMatchObject([{ level: 'warning', content: expect.stringContaining('here.') }])
    expect(conversations(stage.model).slice(before)).toEqual([])
  })

  test('R-HOOK-43: a blocked stop goes on', async () => {
    const calls: unknown[] = []
    handlers.Stop = ({ stop_hook_active }) => {
      calls.push(stop_hook_active)
      return calls.length === 1 ? { decision: 'block', reason: 'Say more.' } : undefined
    }
    expect(await scene.play([{ text: 'One.' }], [{ text: 'Two.' }]).result).toMatchObject({ text: 'Two.' })
    expect(calls).toEqual([false, true])
    const feedback = scene.all('user').filter(({ isSynthetic }) => isSynthetic)
    expect(JSON.stringify(feedback)).toContain('Say more.')
  })

  test.each(['acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions'] satisfies PermissionMode[])(
    'R-HOOK-51: PreToolUse runs in the mode %s',
    async (mode) => {
      const modes: unknown[] = []
      handlers.PreToolUse = ({ permission_mode }) => {
        modes.push(permission_mode)
        return preToolUse({ permissionDecision: 'deny', permissionDecisionReason: 'No.' })
      }
      await scene.setMode(mode)
      await scene.play([write('in-any-mode.txt')]).result
      expect(modes).toEqual([mode])
      expect(made('in-any-mode.txt')).toBe(false)
      await scene.setMode('default')
    },
  )

  test('R-HOOK-49: the end of the input while a hook is waited for', async () => {
    writeFileSync(inWork('at-the-end.txt'), 'read at the end')
    const called = new Promise<void>((resolve) => {
      handlers.PreToolUse = () => {
        resolve()
        return new Promise(() => {})
      }
    })
    const command = `cat ${inWork('at-the-end.txt')}`
    const own = await Scene.open(stage, {
      hooks: { PreToolUse: [{ matcher: 'Bash', onThrow: 'pass', handler: pre }] },
    })
    const turn = own.play([{ tool: 'Bash', input: { command, description: 'Reads' } }])
    await called
    own.session.endInput()
    await turn.result
    expect(own.results).toMatchObject([{ isError: !old }])
    await own.session.ended
  })

  describe('of all events', () => {
    interface Call {
      readonly event: HookEvent
      readonly toolUseId: string | undefined
      readonly source: unknown
    }
    async function openAll(): Promise<{ all: Scene; calls: Call[] }> {
      const calls: Call[] = []
      const handler: HookHandler<HookEvent> = (input, { toolUseId }) => {
        const source = 'source' in input ? input.source : undefined
        calls.push({ event: input.hook_event_name, toolUseId, source })
        return undefined
      }
      const hooks: Hooks = Object.fromEntries(HOOK_EVENTS.map((event) => [event, [{ handler }]]))
      return { all: await Scene.open(stage, { hooks, includeHookEvents: true }), calls }
    }
    const eventsOf = (calls: readonly Call[]) => new Set(calls.map(({ event }) => event))

    test('R-APPROVE-31 R-HOOK-33 R-HOOK-36: those of a turn with tools and a sub-agent', async () => {
      const { all, calls } = await openAll()
      const agent = { description: 'Helps', prompt: 'a task for a helper', subagent_type: 'general-purpose' }
      const failing = { command: 'cat no-such-file', description: 'Fails' }
      stage.model.use({
        scripts: [
          { prompt: 'a task for a helper', replies: [[write('helper.txt')]] },
          {
            prompt: 'all of it',
            replies: [
              [write('all.txt')],
              [{ tool: 'Bash', input: failing }],
              [{ tool: 'Agent', input: agent }],
              [{ text: 'All done.' }],
            ],
          },
        ],
      })
      const turn = all.send('all of it')
      const ofMain = await all.inbox.next('tool')
      ofMain.allow()
      const ofAgent = await all.inbox.next('tool')
      ofAgent.allow()
      expect([ofMain, ofAgent].map(({ request }) => typeof request.agent_id)).toEqual(['undefined', 'string'])
      await turn.result
      await all.send('/compact').result
      expect([...eventsOf(calls)]).toEqual(expect.arrayContaining(EXPECTED))
      const ofNoTool = calls.filter(({ event }) => !OF_TOOLS.has(event)).map(({ toolUseId }) => toolUseId)
      expect(new Set(ofNoTool).size).toBe(ofNoTool.length)
      expect(ofNoTool.filter((id) => id === undefined || id.startsWith('toolu_'))).toEqual([])
    })

    test('R-HOOK-34 R-HOOK-50: those that never come', async () => {
      const { all, calls } = await openAll()
      stage.model.use({ scripts: [] })
      for (const prompt of ['hello', 'hello again', '/compact']) await all.send(prompt).result
      await all.session.close()
      expect(eventsOf(calls).has('SessionEnd')).toBe(false)
      const starts = calls.filter(({ event }) => event === 'SessionStart')
      expect(starts.map(({ source }) => source)).toEqual(['compact'])
      expect(all.all('system').filter(({ subtype }) => subtype.startsWith('hook_'))).toEqual([])
    })
  })
})

const OF_TOOLS = new Set<HookEvent>(['PreToolUse', 'PermissionRequest', 'PostToolUse', 'PostToolUseFailure'])
const EXPECTED: HookEvent[] = [
  ...['UserPromptSubmit', 'PostToolBatch', 'MessageDisplay', 'SubagentStart', 'SubagentStop', 'Stop'],
  ...['PreCompact', 'PostCompact', 'SessionStart'],
  ...OF_TOOLS,
] as HookEvent[]

function preToolUse(output: object) {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse' as const, ...output } }
}
