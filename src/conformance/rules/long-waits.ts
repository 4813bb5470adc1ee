/**
 * What takes minutes by nature: waits without a time limit, ten retries, a server that never answers. The four waits of the first
 * group run in parallel when all of them are selected, each in its own process.
 */
import type { JsonObject } from '../../protocol/json.ts'
import { conversations } from '../asked-model.ts'
import type { Driver } from '../driver.ts'
import { inputOf } from '../driver.ts'
import type { Lab } from '../lab.ts'
import { at } from '../match.ts'
import { bash, named, namesOf, write } from '../names.ts'
import { differing, type Group } from '../rule.ts'
import { must, mustBe, saw, Unsupported } from '../verdict.ts'

/** In milliseconds. The two long ones are as long as the waits that SPEC.md says were measured. */
const APPROVAL = 420_000
const HOOK = 400_000
const TOOL = 130_000
const API = 150_000
/** The time between two heartbeats, in milliseconds. */
const BEAT = 30_000

/** What the CLI sent while nothing happened, and whether everything continued after that. */
interface Wait {
  readonly meanwhile: JsonObject[]
  readonly result: JsonObject
  readonly ran: boolean
}

/** Sets the scripts of all four waits at once, so that none replaces those of another. */
function scripted(lab: Lab): Promise<void> {
  return lab.once('scripts', async () => {
    // Newer versions reject a command that begins with a long sleep.
    const seconds = Math.ceil(lab.long(TOOL) / 1000)
    const command = `for i in $(seq ${seconds}); do sleep 1; done; touch ${lab.path('tool.txt')}`
    const timeout = 2 * TOOL
    lab.script({
      scripts: [
        { prompt: 'a long approval', replies: [[write(lab.path('approval.txt'))]] },
        { prompt: 'a long hook', replies: [[write(lab.path('hook.txt'))]] },
        { prompt: 'a long tool', replies: [[{ ...bash(command, { timeout }), id: 'toolu_long' }]] },
        { prompt: 'a silent API', replies: [[{ hold: 'api' }, { text: 'At last.' }]] },
      ],
    })
  })
}

function approval(lab: Lab): Promise<Wait> {
  return lab.once('approval', async () => {
    await scripted(lab)
    const cli = lab.start()
    cli.prompt('a long approval')
    const asked = await cli.asked()
    const meanwhile = await listened(lab, cli, APPROVAL)
    cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked) })
    return { meanwhile, result: await cli.result(), ran: lab.has('approval.txt') }
  })
}

function hook(lab: Lab): Promise<Wait> {
  return lab.once('hook', async () => {
    await scripted(lab)
    const cli = lab.start()
    const hooks = { PreToolUse: [{ matcher: 'Write', hookCallbackIds: ['slow'] }] }
    await cli.call({ subtype: 'initialize', hooks })
    cli.prompt('a long hook')
    const called = await cli.asked('hook_callback')
    const meanwhile = await listened(lab, cli, HOOK)
    const hookSpecificOutput = { hookEventName: 'PreToolUse', permissionDecision: 'allow' }
    cli.answer(called, { hookSpecificOutput })
    return { meanwhile, result: await cli.result(), ran: lab.has('hook.txt') }
  })
}

function tool(lab: Lab): Promise<Wait> {
  return lab.once('tool', async () => {
    await scripted(lab)
    const cli = lab.start({ more: ['--allowedTools', 'Bash'] })
    cli.prompt('a long tool')
    await cli.next({ type: 'assistant' })
    await cli.settled()
    const from = cli.here
    const result = await cli.result(2 * TOOL)
    const seen = cli.since(from)
    const over = seen.findIndex(({ type }) => type === 'user')
    return { meanwhile: seen.slice(0, over), result, ran: lab.has('tool.txt') }
  })
}

function api(lab: Lab): Promise<Wait> {
  return lab.once('api', async () => {
    await scripted(lab)
    const cli = lab.start()
    cli.prompt('a silent API')
    await lab.held('api')
    const meanwhile = await listened(lab, cli, API)
    lab.model.release('api')
    const result = await cli.result()
    return { meanwhile, result, ran: result.result === 'At last.' }
  })
}

/** Returns the messages that arrive while nothing is done for this long. */
async function listened(lab: Lab, cli: Driver, ms: number): Promise<JsonObject[]> {
  await cli.settled()
  const from = cli.here
  await lab.rest(ms)
  return cli.since(from)
}

/** Checks that heartbeats arrive as often as they are due, for the tool use that is waited for. */
function beat(meanwhile: JsonObject[], ms: number): void {
  const beats = named(meanwhile, 'tool_progress')
  // Also with `haste`: the CLI then sends heartbeats correspondingly faster.
  const due = Math.floor(ms / BEAT)
  must(Math.abs(beats.length - due) <= 1, `about ${due} heartbeats come, not ${beats.length}`)
  for (const { heartbeat, tool_use_id: id, parent_tool_use_id: parent } of beats) {
    mustBe(heartbeat, true, 'heartbeat')
    must(String(id).includes(`${parent}-heartbeat-`), `tool_use_id is that of the beat, not ${id}`)
  }
}

export const longWaits: Group = {
  name: 'long waits',
  rules: [
    {
      id: 'R-LIVE-12',
      title: 'a tool, an approval, the API and a hook may be silent for minutes',
      versions: differing('all are silent', 'a heartbeat in tools and hooks'),
      slow: true,
      run: async (lab) => {
        const [ofTool, ofHook, ...others] = await Promise.all([tool(lab), hook(lab), approval(lab), api(lab)])
        const all = [ofTool, ofHook, ...others]
        must(
          all.every(({ ran, result }) => ran && result.is_error === false),
          'all go on after it',
        )
        for (const { meanwhile } of others) mustBe(namesOf(meanwhile), [], 'what the others send')
        const names = new Set([...namesOf(ofTool.meanwhile), ...namesOf(ofHook.meanwhile)])
        for (const known of ['task_started', 'task_notification', 'background_tasks_changed'])
          names.delete(known)
        if (names.size === 0) return saw('all are silent')
        mustBe([...names], ['tool_progress'], 'what a tool and a hook send')
        return saw('a heartbeat in tools and hooks')
      },
    },
    {
      id: 'R-APPROVE-25',
      title: 'an approval has no time limit',
      slow: true,
      run: async (lab) => {
        must((await approval(lab)).ran, 'the tool runs after 420 s')
      },
    },
    {
      id: 'R-APPROVE-26',
      title: 'neither keep-alive nor progress while it is open',
      slow: true,
      run: async (lab) => {
        mustBe(namesOf((await approval(lab)).meanwhile), [], 'what comes meanwhile')
      },
    },
    {
      id: 'R-LIVE-9',
      title: 'keep_alive never comes',
      slow: true,
      run: async (lab) => {
        for (const { meanwhile } of await Promise.all([approval(lab), api(lab), tool(lab)]))
          mustBe(namesOf(meanwhile, 'keep_alive'), [], 'keep_alive')
      },
    },
    {
      id: 'R-HOOK-46',
      title: 'a hook without timeout is waited for',
      slow: true,
      run: async (lab) => {
        const { meanwhile, ran } = await hook(lab)
        mustBe(namesOf(meanwhile, 'control_cancel_request', 'result', 'user', 'assistant'), [], 'what comes')
        must(ran, 'the tool runs after 400 s')
      },
    },
    {
      id: 'R-HOOK-47',
      title: 'a heartbeat every 30 s while a hook is waited for',
      slow: true,
      run: async (lab) => {
        const { meanwhile } = await hook(lab)
        if (named(meanwhile, 'tool_progress').length === 0) throw new Unsupported('no tool_progress')
        beat(meanwhile, HOOK)
      },
    },
    {
      id: 'R-LIVE-11',
      title: 'a long tool gives a heartbeat every 30 s',
      versions: differing('none', 'every 30 s'),
      slow: true,
      run: async (lab) => {
        const { meanwhile } = await tool(lab)
        const [first] = named(meanwhile, 'tool_progress')
        if (first === undefined) return saw('none')
        mustBe(first, { parent_tool_use_id: 'toolu_long', tool_use_id: /^toolu_long-heartbeat-/ }, 'it')
        beat(meanwhile, TOOL)
        return saw('every 30 s')
      },
    },
  ],
}

/** Runs a turn with an API that rejects the key, until the CLI gives up. */
function refusedKey(lab: Lab) {
  return lab.once('refused key', async () => {
    const cli = lab.start()
    lab.play(cli, [[{ error: { status: 401 } }]])
    const result = await cli.result(300_000)
    return { result, retries: named(cli.messages, 'api_retry'), requests: conversations(lab.model).length }
  })
}

export const longRetries: Group = {
  name: 'long retries',
  rules: [
    {
      id: 'R-ERROR-3',
      title: 'the waits between retries double from 0.5 s to 32 s',
      slow: true,
      run: async (lab) => {
        const waits = (await refusedKey(lab)).retries.map(({ retry_delay_ms: ms }) => Number(ms))
        if (waits.length === 0) throw new Unsupported('no api_retry')
        for (const [i, ms] of waits.entries()) {
          const due = Math.min(500 * 2 ** i, 32_000)
          // The CLI adds a random part of up to a quarter.
          must(ms >= due && ms <= due * 1.3, `wait ${i + 1} is about ${due} ms, not ${ms}`)
        }
      },
    },
    {
      id: 'R-ERROR-4',
      title: '401 is retried like the others',
      versions: differing('and reported', 'and reported', 'in silence'),
      slow: true,
      run: async (lab) => {
        const { result, retries, requests } = await refusedKey(lab)
        mustBe(requests, 11, 'the number of requests')
        if (retries.length === 0) return saw('in silence')
        mustBe(retries.length, 10, 'the number of retries')
        mustBe(result, { is_error: true, api_error_status: 401 }, 'the result')
        return saw('and reported')
      },
    },
  ],
}

export const silentServer: Group = {
  name: 'silent server',
  rules: [
    {
      id: 'R-MCP-17',
      title: 'a server of the host that never answers holds up the first turn for 60 s',
      versions: differing('asked once', 'asked again at 30 s'),
      slow: true,
      run: async (lab) => {
        const cli = lab.start()
        const request = { subtype: 'initialize', sdkMcpServers: ['dumb'] }
        cli.write({ type: 'control_request', request_id: 'first', request })
        const started = Date.now()
        lab.play(cli, [[{ text: 'All the same.' }]])
        mustBe(await cli.result(120_000), { is_error: false, result: 'All the same.' }, 'the result')
        const seconds = (Date.now() - started) / 1000
        must(seconds > 55 && seconds < 75, `the turn comes after about 60 s, not ${seconds}`)
        const { response } = await cli.call({ subtype: 'mcp_status' })
        mustBe(at(response, 'mcpServers'), [{ name: 'dumb', status: 'failed' }], 'mcp_status')
        const asked = cli.messages.filter(({ request: it }) => at(it, 'message', 'method') === 'initialize')
        return saw(asked.length === 1 ? 'asked once' : 'asked again at 30 s')
      },
    },
  ],
}
