/** Prompts: their echoes, their duplicates, and prompts that arrive during a turn. */
import type { JsonObject } from '../../protocol/json.ts'
import { conversations, lastTold } from '../asked-model.ts'
import { type Driver, WAIT } from '../driver.ts'
import { type Lab, PARTIAL, PROMPT, REPLAY } from '../lab.ts'
import { aText, at, looksLike } from '../match.ts'
import { bash, named, namesOf, textOf, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw, Unsupported } from '../verdict.ts'
import { DENY, decided, says, toldOfModel, turn } from './steps.ts'

const replaying = { more: [REPLAY, '--allowedTools', 'Bash'] }
const fruit = (go: string) => ({
  scripts: [
    { prompt: 'apple', replies: [[{ text: 'An apple.' }]] },
    { prompt: 'pear', replies: [[{ text: 'A pear.' }]] },
    { prompt: 'plum', replies: [[{ text: 'A plum.' }]] },
    {
      prompt: 'take your time',
      replies: [
        [{ text: 'Slow.' }, { text: 'And', open: true as const }, { hold: 'slow' }, { text: ' over.' }],
      ],
    },
    {
      prompt: 'run a tool',
      replies: [[bash(`until [ -e ${go} ]; do sleep 0.02; done`)], [{ text: 'It ran.' }]],
    },
  ],
})

/** How long to wait for a result that some versions do not send, in milliseconds. */
const PERHAPS = 10_000

let count = 0
function reset(lab: Lab, cli: Driver): string {
  count += 1
  const go = `go-${count}`
  lab.script(fruit(lab.path(go)))
  cli.skip()
  return go
}

/** Sends a prompt whose reply stays open until `slow` is released. */
async function startSlow(lab: Lab, cli: Driver): Promise<void> {
  reset(lab, cli)
  cli.prompt('take your time')
  await cli.next({ type: 'assistant' })
}

/** Returns what the local command `/context` produces. */
const runContext = (cli: Driver) =>
  cli.during(async () => {
    cli.skip()
    cli.prompt('/context', { uuid: crypto.randomUUID() })
    await cli.result()
  })

/** Runs a short turn with echoes. */
const hello = (lab: Lab, more: JsonObject) =>
  turn(lab, says('Hello.'), lab.shared('replaying', replaying), more)

const echoes = (messages: readonly JsonObject[]) => named(messages, 'echo')
const lifeOf = (messages: readonly JsonObject[], uuid: string) =>
  named(messages, 'command_lifecycle')
    .filter(({ command_uuid }) => command_uuid === uuid)
    .map(({ state }) => state)

/** Sends three prompts that wait for the end of a turn. */
function merged(lab: Lab) {
  return lab.once('merged', async () => {
    const cli = lab.shared('replaying', replaying)
    await startSlow(lab, cli)
    const from = cli.here
    const uuids = ['apple', 'pear', 'plum'].map((text) => {
      const uuid: string = crypto.randomUUID()
      cli.prompt(text, { uuid })
      return uuid
    })
    await cli.settled()
    lab.model.release('slow')
    const isOver = () => {
      const seen = cli.since(from)
      const told = new Set(echoes(seen).map(({ uuid }) => uuid))
      return (
        uuids.every((uuid) => told.has(uuid)) && named(seen, 'result').length > named(seen, 'init').length
      )
    }
    await cli.until(isOver, WAIT, 'the results of all prompts')
    const isComplete = (uuid: string) =>
      !['queued', 'started'].includes(String(lifeOf(cli.since(from), uuid).at(-1)))
    await cli.until(() => uuids.every(isComplete), WAIT, 'the end of all prompts')
    await cli.settled()
    const seen = cli.since(from)
    return { uuids, results: named(seen, 'result'), seen }
  })
}

/** Sends a prompt while a tool runs. */
function folded(lab: Lab) {
  return lab.once('folded', async () => {
    const cli = lab.shared('replaying', replaying)
    const go = reset(lab, cli)
    const from = cli.here
    cli.prompt('run a tool')
    await cli.next({ type: 'assistant', message: { content: [{ type: 'tool_use' }] } })
    cli.prompt('an apple, by the way', { uuid: crypto.randomUUID() })
    await cli.settled()
    lab.make(go)
    const result = await cli.result()
    await cli.settled()
    return { result, told: lastTold(lab.model), seen: cli.since(from) }
  })
}

export const prompts: Group = {
  name: 'prompts',
  rules: [
    rule('R-REPLAY-1', 'with the flag a prompt is echoed', async (lab) => {
      const { seen } = await hello(lab, { uuid: crypto.randomUUID() })
      mustBe(echoes(seen).map(textOf), [PROMPT], 'the echoes')
    }),
    rule('R-REPLAY-2', 'without the flag it is not', async (lab) => {
      const { seen } = await turn(lab, says('Hello.'))
      mustBe(echoes(seen), [], 'the echoes')
    }),
    rule('R-REPLAY-3', 'the echo keeps the uuid, which may be any text, or has one', async (lab) => {
      for (const more of [{ uuid: 'not-a-uuid' }, {}]) {
        const [echo] = echoes((await hello(lab, more)).seen)
        mustBe(echo?.uuid, more.uuid ?? aText, 'the uuid of the echo')
      }
    }),
    {
      id: 'R-REPLAY-7',
      title: 'the echo is late',
      versions: differing('before assistant', 'before message_start'),
      run: async (lab) => {
        const cli = lab.start({ more: [REPLAY, PARTIAL] })
        lab.play(cli, [[{ text: 'Hello.' }]], { uuid: crypto.randomUUID() })
        await cli.result()
        const names = namesOf(cli.messages, 'echo', 'message_start', 'assistant', 'result')
        return saw(`before ${names[names.indexOf('echo') + 1]}`)
      },
    },
    rule('R-REPLAY-8', 'newer versions report the lifecycle of a prompt', async (lab) => {
      const { uuids, seen } = await merged(lab)
      const life = lifeOf(seen, uuids[0] ?? '')
      if (life.length === 0) throw new Unsupported('no command_lifecycle')
      mustBe(life, ['queued', 'started', 'completed'], 'the states')
    }),
    rule('R-REPLAY-9', 'completed comes after the result', async (lab) => {
      const uuid = crypto.randomUUID()
      const { cli, seen } = await hello(lab, { uuid })
      if (lifeOf(seen, uuid).length === 0) throw new Unsupported('no command_lifecycle')
      const completed = { command_uuid: uuid, state: 'completed' }
      const isSent = () => cli.messages.some((message) => looksLike(message, completed))
      await cli.until(isSent, WAIT, 'completed')
      const order = cli.messages.findLast((it) => it.type === 'result' || looksLike(it, completed))
      mustBe(order, completed, 'the last of result and completed')
    }),
    rule('R-REPLAY-10', 'a uuid that was seen runs no turn', async (lab) => {
      const cli = lab.shared('replaying', replaying)
      const uuid = crypto.randomUUID()
      lab.play(cli, [[{ text: 'Once.' }]], { uuid })
      await cli.result()
      await cli.settled()
      const from = cli.here
      cli.prompt('something else', { uuid })
      await cli.next({ type: 'user', isReplay: true, uuid })
      await cli.settled()
      lab.play(cli, [[{ text: 'Next.' }]], { uuid: crypto.randomUUID() })
      mustBe(await cli.result(), { result: 'Next.' }, 'the next result')
      must(named(cli.since(from), 'result').length === 1, 'the double has no result')
    }),
    rule('R-REPLAY-11', 'a prompt repeated from an earlier process is reported as completed', async (lab) => {
      const session = crypto.randomUUID()
      const uuid = crypto.randomUUID()
      const before = lab.start({ more: [REPLAY, '--session-id', session] })
      lab.play(before, [[{ text: 'Once.' }]], { uuid })
      await before.result()
      await before.finish()
      const cli = lab.start({ more: [REPLAY, '--resume', session] })
      cli.prompt('play the script', { uuid })
      await cli.next({ type: 'user', isReplay: true, uuid })
      await cli.settled()
      must(named(cli.messages, 'result').length === 0, 'it has no result')
      const life = lifeOf(cli.messages, uuid)
      if (life.length === 0) throw new Unsupported('no command_lifecycle')
      mustBe(life.at(-1), 'completed', 'the last state')
    }),
    rule('R-REPLAY-12', 'with the flag, accepted answers are echoed', async (lab) => {
      const cli = lab.shared('replaying', replaying)
      const { asked, seen } = await decided(lab, write(lab.path('echoed.txt')), () => DENY, cli)
      const ids = named(seen, 'control_response').map((it) => at(it, 'response', 'request_id'))
      mustBe(ids, [asked.request_id], 'the echoed answers')
    }),
    rule('R-REPLAY-13', 'local command output is marked isReplay without the flag', async (lab) => {
      const cli = lab.shared()
      const [told = echoes(await runContext(cli))[0]] = await toldOfModel(cli)
      mustBe(told && textOf(told), /^<local-command-stdout>/, 'the message')
    }),
    {
      id: 'R-REPLAY-14',
      title: 'a local command is echoed',
      versions: differing('not', 'rewritten', 'only what it says'),
      run: async (lab) => {
        const cli = lab.shared('replaying', replaying)
        const told = echoes(await runContext(cli)).map(textOf)
        if (told.length === 0) return saw('not')
        const isRewritten = told.some((text) => text.includes('<command-name>'))
        if (!isRewritten) mustBe(told, [/^<local-command-stdout>/], 'the echo')
        return saw(isRewritten ? 'rewritten' : 'only what it says')
      },
    },
    rule('R-QUEUE-1', 'a prompt during the last text gets a turn of its own', async (lab) => {
      const { results } = await merged(lab)
      mustBe(results[0], { subtype: 'success', result: 'And over.' }, 'the first result')
    }),
    rule('R-QUEUE-2', 'a prompt during a tool is folded into the turn', async (lab) => {
      const { result, told, seen } = await folded(lab)
      mustBe(result, { subtype: 'success', result: 'An apple.' }, 'the result')
      must(named(seen, 'result').length === 1, 'it has no result of its own')
      must(told.includes('an apple, by the way'), 'the model is told')
    }),
    {
      id: 'R-QUEUE-4',
      title: 'several waiting prompts become one turn',
      versions: differing('one turn', 'one turn', 'a turn each'),
      run: async (lab) => {
        const [, ...results] = (await merged(lab)).results
        for (const result of results)
          mustBe(result, { subtype: 'success', is_error: false, result: aText }, 'a result')
        must(results.length === 1 || results.length === 3, 'there is one result for all three, or for each')
        return saw(results.length === 1 ? 'one turn' : 'a turn each')
      },
    },
    {
      id: 'R-QUEUE-5',
      title: 'the echo with the last uuid holds all of them',
      versions: differing('holds all', 'holds all', 'holds its own'),
      run: async (lab) => {
        const { uuids, seen } = await merged(lab)
        const [apple, pear, plum] = uuids
        const told = echoes(seen).filter(({ uuid }) => uuids.includes(String(uuid)))
        mustBe(told, [{ uuid: apple }, { uuid: pear }, { uuid: plum }], 'the uuids')
        const texts = told.map(textOf)
        if (texts[2] === 'plum') return saw('holds its own')
        mustBe(texts, ['apple', 'pear', /apple.*pear.*plum/s], 'the texts')
        return saw('holds all')
      },
    },
    rule('R-QUEUE-8', 'priority now ends the running turn, which is no error', async (lab) => {
      const cli = lab.shared('replaying', replaying)
      await startSlow(lab, cli)
      cli.prompt('a pear', { priority: 'now', uuid: crypto.randomUUID() })
      const ended = { subtype: 'success', is_error: false, terminal_reason: 'aborted_streaming' }
      const first = await cli.result(PERHAPS).catch(() => undefined)
      if (first === undefined) throw new Unsupported('the turn goes on')
      mustBe(first, ended, 'the first result')
      mustBe(await cli.result(), { result: 'A pear.' }, 'the second result')
    }),
    rule('R-QUEUE-9', 'priority later waits for the end of the turn', async (lab) => {
      const cli = lab.shared('replaying', replaying)
      const go = reset(lab, cli)
      cli.prompt('run a tool')
      await cli.next({ type: 'assistant', message: { content: [{ type: 'tool_use' }] } })
      cli.prompt('a pear, later', { priority: 'later', uuid: crypto.randomUUID() })
      await cli.settled()
      lab.make(go)
      const first = await cli.result()
      if (first.result === 'A pear.') throw new Unsupported('it is folded into the turn')
      mustBe(first, { result: 'It ran.' }, 'the first result')
      mustBe(await cli.result(), { result: 'A pear.' }, 'the second result')
    }),
    rule('R-QUEUE-10', 'shouldQuery false appends without an API request', async (lab) => {
      const cli = lab.shared('replaying', replaying)
      reset(lab, cli)
      const before = conversations(lab.model).length
      const from = cli.here
      cli.prompt('remember the lighthouse', { shouldQuery: false, uuid: crypto.randomUUID() })
      const result = await cli.result()
      if (conversations(lab.model).length > before) throw new Unsupported('the model is asked')
      mustBe(result, { num_turns: 0, is_error: false }, 'the result')
      must(namesOf(cli.since(from)).includes('init'), 'system/init comes')
      cli.prompt('apple', { uuid: crypto.randomUUID() })
      await cli.result()
      must(lastTold(lab.model).includes('lighthouse'), 'the model is told with the next prompt')
    }),
    rule('R-QUEUE-11', 'cancel_async_message takes a waiting prompt back', async (lab) => {
      const cli = lab.shared('replaying', replaying)
      await startSlow(lab, cli)
      const message_uuid = crypto.randomUUID()
      cli.prompt('apple', { uuid: message_uuid })
      await cli.settled()
      const cancel = () => cli.call({ subtype: 'cancel_async_message', message_uuid })
      mustBe(await cancel(), { response: { cancelled: true } }, 'the first answer')
      mustBe(await cancel(), { response: { cancelled: false } }, 'the second answer')
      lab.model.release('slow')
      await cli.result()
      await cli.settled()
      must(!lastTold(lab.model).includes('apple'), 'the model is not told')
    }),
    {
      id: 'R-TYPE-42',
      title: 'the fields of an echo',
      versions: differing('with timestamp', 'with timestamp', 'without timestamp'),
      run: async (lab) => {
        const [echo] = echoes((await hello(lab, { uuid: crypto.randomUUID() })).seen)
        mustBe(echo, { uuid: aText, session_id: aText, parent_tool_use_id: null }, 'the echo')
        if (echo?.timestamp === undefined) return saw('without timestamp')
        mustBe(echo.timestamp, aText, 'timestamp')
        return saw('with timestamp')
      },
    },
  ],
}
