/** What the CLI waits for, and how long: some seconds here, minutes in the rules marked slow. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inputOf } from '../driver.ts'
import { type Lab, REPLAY } from '../lab.ts'
import { aText, at } from '../match.ts'
import { bash, named, namesOf, write } from '../names.ts'
import { differing, type Group } from '../rule.ts'
import { HOLDS, must, mustBe, saw, Unsupported } from '../verdict.ts'

/** Longer than any time limit that was ever claimed for an approval. */
const LONG = 90_000

/** A tool is called, and its approval stays open for long. */
function longApproval(lab: Lab) {
  return lab.once('long approval', async () => {
    const cli = lab.start()
    lab.play(cli, [[write(lab.path('patient.txt'))]])
    const asked = await cli.asked()
    await cli.settled()
    const from = cli.here
    await sleep(LONG)
    const meanwhile = cli.since(from)
    cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked) })
    await cli.result()
    return { meanwhile, ran: lab.has('patient.txt') }
  })
}

/** An API that refuses the key, until the CLI gives up. */
function refusedKey(lab: Lab) {
  return lab.once('refused key', async () => {
    const cli = lab.start()
    lab.play(cli, [[{ error: { status: 401 } }]])
    const result = await cli.result(300_000)
    return { result, retries: named(cli.messages, 'api_retry') }
  })
}

/** A hook that is not answered for more than a minute. */
function longHook(lab: Lab) {
  return lab.once('long hook', async () => {
    const cli = lab.start()
    const hooks = { PreToolUse: [{ matcher: 'Write', hookCallbackIds: ['slow'] }] }
    await cli.call({ subtype: 'initialize', hooks })
    lab.play(cli, [[write(lab.path('hooked.txt'))]])
    const called = await cli.asked('hook_callback')
    const from = cli.here
    await sleep(65_000)
    const meanwhile = cli.since(from)
    const hookSpecificOutput = { hookEventName: 'PreToolUse', permissionDecision: 'allow' }
    cli.answer(called, { hookSpecificOutput })
    await cli.result()
    return { meanwhile, ran: lab.has('hooked.txt') }
  })
}

export const waits: Group = {
  name: 'waits',
  rules: [
    {
      id: 'R-ERROR-6',
      title: '529 is given up after 3 attempts',
      run: async (lab) => {
        const cli = lab.start()
        lab.play(cli, [[{ error: { status: 529 } }]])
        mustBe(await cli.result(), { is_error: true, result: /529|[Oo]verloaded/ }, 'the result')
        mustBe(named(cli.messages, 'api_retry').length, 2, 'the number of retries')
        return HOLDS
      },
    },
    {
      id: 'R-END-5',
      title: 'closing stdin during a retry wait does not end it soon',
      run: async (lab) => {
        const cli = lab.start()
        lab.play(cli, [[{ error: { status: 429, retryAfter: 30 } }]])
        await cli.next({ type: 'system', subtype: 'api_retry' })
        cli.endInput()
        await sleep(4000)
        must(cli.ending === undefined, 'it lives after 4 s')
        return HOLDS
      },
    },
    {
      id: 'R-END-6',
      title: 'closing stdin with a background task',
      versions: differing('ends the task', 'waits for the task'),
      run: async (lab) => {
        const cli = lab.start({ more: ['--allowedTools', 'Bash'] })
        const command = `sleep 8; touch ${lab.path('task-ended')}`
        lab.play(cli, [[bash(command, { run_in_background: true })]])
        await cli.result()
        cli.endInput()
        await cli.ended(30_000)
        return saw(lab.has('task-ended') ? 'waits for the task' : 'ends the task')
      },
    },
    {
      id: 'R-DISCOVER-6',
      title: 'one prompt and a closed stdin are a complete check',
      run: async (lab) => {
        const id = crypto.randomUUID()
        const uuid = crypto.randomUUID()
        const cli = lab.start({ more: [REPLAY, '--session-id', id] })
        lab.play(cli, [[{ text: 'Hello.' }]], { uuid })
        cli.endInput()
        mustBe((await cli.ended()).exitCode, 0, 'the exit code')
        mustBe(named(cli.messages, 'echo'), [{ uuid, session_id: id }], 'the echo')
        mustBe(named(cli.messages, 'result'), [{ session_id: id, result: aText }], 'the result')
        must(!namesOf(cli.messages).includes('auth_status'), 'no auth_status')
        return HOLDS
      },
    },
    {
      id: 'R-LIVE-18',
      title: 'auth_status is not sent by default',
      run: async (lab) => {
        const cli = lab.start()
        await cli.call({ subtype: 'initialize' })
        lab.play(cli, [[{ text: 'Hello.' }]])
        await cli.result()
        mustBe(namesOf(cli.messages, 'auth_status'), [], 'auth_status')
        return HOLDS
      },
    },
    {
      id: 'R-ENV-10',
      title: 'it works with any server of the Messages API, without a login',
      run: async (lab) => {
        const cli = lab.start({ env: { ANTHROPIC_API_KEY: 'any text' } })
        lab.play(cli, [[{ text: 'Hello.' }]])
        mustBe(await cli.result(), { is_error: false, result: 'Hello.' }, 'the result')
        return HOLDS
      },
    },
  ],
}

export const longApprovals: Group = {
  name: 'long approvals',
  rules: [
    {
      id: 'R-APPROVE-25',
      title: 'an approval has no time limit',
      slow: true,
      run: async (lab) => {
        must((await longApproval(lab)).ran, 'the tool runs after 90 s')
        return HOLDS
      },
    },
    {
      id: 'R-APPROVE-26',
      title: 'neither keep-alive nor progress while it is open',
      slow: true,
      run: async (lab) => {
        mustBe(namesOf((await longApproval(lab)).meanwhile), [], 'what comes meanwhile')
        return HOLDS
      },
    },
    {
      id: 'R-LIVE-9',
      title: 'keep_alive never comes',
      slow: true,
      run: async (lab) => {
        mustBe(namesOf((await longApproval(lab)).meanwhile, 'keep_alive'), [], 'keep_alive')
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-46',
      title: 'a hook without timeout is waited for',
      slow: true,
      run: async (lab) => {
        must((await longHook(lab)).ran, 'the tool runs after 65 s')
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-47',
      title: 'a heartbeat every 30 s while a hook is waited for',
      slow: true,
      run: async (lab) => {
        const beats = named((await longHook(lab)).meanwhile, 'tool_progress')
        if (beats.length === 0) throw new Unsupported('no tool_progress')
        must(beats.length === 2, `two in 65 s, not ${beats.length}`)
        return HOLDS
      },
    },
  ],
}

export const longRetries: Group = {
  name: 'long retries',
  rules: [
    {
      id: 'R-ERROR-3',
      title: 'the waits between retries double up to 32 s',
      slow: true,
      run: async (lab) => {
        const waits = (await refusedKey(lab)).retries.map(({ retry_delay_ms: ms }) => Number(ms))
        must((waits[0] ?? 0) < 1000, `the first is below a second, not ${waits[0]} ms`)
        const longest = Math.max(...waits)
        must(longest >= 32_000 && longest < 45_000, `the longest is about 32 s, not ${longest} ms`)
        return HOLDS
      },
    },
    {
      id: 'R-ERROR-4',
      title: '401 is retried like the others',
      slow: true,
      run: async (lab) => {
        const { result, retries } = await refusedKey(lab)
        mustBe(retries.length, 10, 'the number of retries')
        mustBe(result, { is_error: true, api_error_status: 401 }, 'the result')
        return HOLDS
      },
    },
    {
      id: 'R-LIVE-11',
      title: 'a long tool gives a heartbeat every 30 s',
      slow: true,
      run: async (lab) => {
        const cli = lab.start({ more: ['--allowedTools', 'Bash'] })
        lab.play(cli, [[{ ...bash('for i in $(seq 40); do sleep 1; done'), id: 'toolu_long' }]])
        await cli.result(90_000)
        const [beat] = named(cli.messages, 'tool_progress')
        if (beat === undefined) throw new Unsupported('no tool_progress')
        mustBe(beat, { heartbeat: true, parent_tool_use_id: 'toolu_long' }, 'the heartbeat')
        mustBe(at(beat, 'tool_use_id'), /^toolu_long-heartbeat-/, 'tool_use_id')
        return HOLDS
      },
    },
  ],
}
