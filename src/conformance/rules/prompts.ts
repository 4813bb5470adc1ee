/** Prompts: their echoes, their doubles, and those that come during a turn. */
import type { JsonObject } from '../../protocol/json.ts'
import { conversations, lastTold } from '../asked-model.ts'
import type { Driver } from '../driver.ts'
import { type Lab, PARTIAL, REPLAY } from '../lab.ts'
import { aText, at } from '../match.ts'
import { bash, named, namesOf, textOf, write } from '../names.ts'
import { differing, type Group } from '../rule.ts'
import { HOLDS, must, mustBe, saw, Unsupported } from '../verdict.ts'

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

let count = 0
function reset(lab: Lab, cli: Driver): string {
  count += 1
  const go = `go-${count}`
  lab.script(fruit(lab.path(go)))
  cli.skip()
  return go
}

/** A prompt whose answer stays open until `slow` is released. */
async function startSlow(lab: Lab, cli: Driver): Promise<void> {
  reset(lab, cli)
  cli.prompt('take your time')
  await cli.next({ type: 'assistant' })
}

const echoes = (messages: readonly JsonObject[]) => named(messages, 'echo')
const lifeOf = (messages: readonly JsonObject[], uuid: string) =>
  named(messages, 'command_lifecycle')
    .filter(({ command_uuid }) => command_uuid === uuid)
    .map(({ state }) => state)

/** Three prompts that wait for the end of a turn. */
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
    const results = [await cli.result(), await cli.result()]
    await cli.settled()
    return { uuids, results, seen: cli.since(from) }
  })
}

/** A prompt while a tool runs. */
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
    {
      id: 'R-REPLAY-1',
      title: 'with the flag a prompt is echoed',
      run: async (lab) => {
        const cli = lab.shared('replaying', replaying)
        const from = cli.here
        lab.play(cli, [[{ text: 'Hello.' }]], { uuid: crypto.randomUUID() })
        await cli.result()
        mustBe(echoes(cli.since(from)).map(textOf), ['play the script'], 'the echoes')
        return HOLDS
      },
    },
    {
      id: 'R-REPLAY-2',
      title: 'without the flag it is not',
      run: async (lab) => {
        const cli = lab.shared()
        const from = cli.here
        lab.play(cli, [[{ text: 'Hello.' }]])
        await cli.result()
        mustBe(echoes(cli.since(from)), [], 'the echoes')
        return HOLDS
      },
    },
    {
      id: 'R-REPLAY-3',
      title: 'the echo keeps the uuid, which may be any text, or has one',
      run: async (lab) => {
        const cli = lab.shared('replaying', replaying)
        for (const more of [{ uuid: 'not-a-uuid' }, {}]) {
          const from = cli.here
          lab.play(cli, [[{ text: 'Hello.' }]], more)
          await cli.result()
          const [echo] = echoes(cli.since(from))
          mustBe(echo?.uuid, more.uuid ?? aText, 'the uuid of the echo')
        }
        return HOLDS
      },
    },
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
    {
      id: 'R-REPLAY-8',
      title: 'newer versions tell the life of a prompt',
      run: async (lab) => {
        const { uuids, seen } = await merged(lab)
        const life = lifeOf(seen, uuids[0] ?? '')
        if (life.length === 0) throw new Unsupported('no command_lifecycle')
        mustBe(life, ['queued', 'started', 'completed'], 'the states')
        return HOLDS
      },
    },
    {
      id: 'R-REPLAY-9',
      title: 'completed comes after the result',
      run: async (lab) => {
        const cli = lab.shared('replaying', replaying)
        const uuid = crypto.randomUUID()
        const from = cli.here
        lab.play(cli, [[{ text: 'Hello.' }]], { uuid })
        await cli.result()
        await cli.settled()
        const seen = cli.since(from)
        const completed = seen.findIndex(
          ({ command_uuid, state }) => command_uuid === uuid && state === 'completed',
        )
        if (completed < 0) throw new Unsupported('no command_lifecycle')
        must(completed > seen.findIndex(({ type }) => type === 'result'), 'it comes after the result')
        return HOLDS
      },
    },
    {
      id: 'R-REPLAY-10',
      title: 'a uuid that was seen runs no turn',
      run: async (lab) => {
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
        return HOLDS
      },
    },
    {
      id: 'R-REPLAY-11',
      title: 'a double of an earlier process is told as completed',
      run: async (lab) => {
        const session = crypto.randomUUID()
        const uuid = crypto.randomUUID()
        const before = lab.start({ more: [REPLAY, '--session-id', session] })
        lab.play(before, [[{ text: 'Once.' }]], { uuid })
        await before.result()
        await before.close()
        const cli = lab.start({ more: [REPLAY, '--resume', session] })
        cli.prompt('play the script', { uuid })
        await cli.next({ type: 'user', isReplay: true, uuid })
        await cli.settled()
        must(named(cli.messages, 'result').length === 0, 'it has no result')
        const life = lifeOf(cli.messages, uuid)
        if (life.length === 0) throw new Unsupported('no command_lifecycle')
        mustBe(life.at(-1), 'completed', 'the last state')
        return HOLDS
      },
    },
    {
      id: 'R-REPLAY-12',
      title: 'with the flag, accepted answers are echoed',
      run: async (lab) => {
        const cli = lab.shared('replaying', replaying)
        const from = cli.here
        lab.play(cli, [[write(lab.path('echoed.txt'))]])
        const asked = await cli.asked()
        cli.answer(asked, { behavior: 'deny', message: 'No.' })
        await cli.result()
        const ids = named(cli.since(from), 'control_response').map((it) => at(it, 'response', 'request_id'))
        mustBe(ids, [asked.request_id], 'the echoed answers')
        return HOLDS
      },
    },
    {
      id: 'R-REPLAY-13',
      title: 'local command output is marked isReplay without the flag',
      run: async (lab) => {
        const cli = lab.shared()
        const from = cli.here
        await cli.call({ subtype: 'set_model', model: 'claude-haiku-4-5' })
        await cli.settled()
        await cli.call({ subtype: 'set_model' })
        const [told] = echoes(cli.since(from))
        mustBe(told && textOf(told), /^<local-command-stdout>/, 'the message')
        return HOLDS
      },
    },
    {
      id: 'R-REPLAY-14',
      title: 'a local command is echoed',
      versions: differing('not', 'rewritten'),
      run: async (lab) => {
        const cli = lab.shared('replaying', replaying)
        const from = cli.here
        cli.skip()
        cli.prompt('/context', { uuid: crypto.randomUUID() })
        await cli.result()
        const told = echoes(cli.since(from)).map(textOf)
        if (told.length === 0) return saw('not')
        must(
          told.some((text) => text.includes('<command-name>')),
          'it is rewritten',
        )
        return saw('rewritten')
      },
    },
    {
      id: 'R-QUEUE-1',
      title: 'a prompt during the last text gets a turn of its own',
      run: async (lab) => {
        const { results } = await merged(lab)
        mustBe(results[0], { subtype: 'success', result: 'And over.' }, 'the first result')
        return HOLDS
      },
    },
    {
      id: 'R-QUEUE-2',
      title: 'a prompt during a tool is folded into the turn',
      run: async (lab) => {
        const { result, told, seen } = await folded(lab)
        mustBe(result, { subtype: 'success', result: 'An apple.' }, 'the result')
        must(named(seen, 'result').length === 1, 'it has no result of its own')
        must(told.includes('an apple, by the way'), 'the model is told')
        return HOLDS
      },
    },
    {
      id: 'R-QUEUE-4',
      title: 'several waiting prompts become one turn',
      run: async (lab) => {
        const { results, seen } = await merged(lab)
        mustBe(results[1], { subtype: 'success', is_error: false, result: aText }, 'the second result')
        must(named(seen, 'result').length === 2, 'there is one result for all three')
        return HOLDS
      },
    },
    {
      id: 'R-QUEUE-5',
      title: 'the echo with the last uuid holds all of them',
      run: async (lab) => {
        const { uuids, seen } = await merged(lab)
        const [apple, pear, plum] = uuids
        const told = echoes(seen).filter(({ uuid }) => uuids.includes(String(uuid)))
        mustBe(told, [{ uuid: apple }, { uuid: pear }, { uuid: plum }], 'the uuids')
        mustBe(told.map(textOf), ['apple', 'pear', /apple.*pear.*plum/s], 'the texts')
        return HOLDS
      },
    },
    {
      id: 'R-QUEUE-8',
      title: 'priority now ends the running turn, which is no error',
      run: async (lab) => {
        const cli = lab.shared('replaying', replaying)
        await startSlow(lab, cli)
        cli.prompt('a pear', { priority: 'now', uuid: crypto.randomUUID() })
        const ended = { subtype: 'success', is_error: false, terminal_reason: 'aborted_streaming' }
        mustBe(await cli.result(), ended, 'the first result')
        mustBe(await cli.result(), { result: 'A pear.' }, 'the second result')
        return HOLDS
      },
    },
    {
      id: 'R-QUEUE-9',
      title: 'priority later waits for the end of the turn',
      run: async (lab) => {
        const cli = lab.shared('replaying', replaying)
        const go = reset(lab, cli)
        cli.prompt('run a tool')
        await cli.next({ type: 'assistant', message: { content: [{ type: 'tool_use' }] } })
        cli.prompt('a pear, later', { priority: 'later', uuid: crypto.randomUUID() })
        await cli.settled()
        lab.make(go)
        mustBe(await cli.result(), { result: 'It ran.' }, 'the first result')
        mustBe(await cli.result(), { result: 'A pear.' }, 'the second result')
        return HOLDS
      },
    },
    {
      id: 'R-QUEUE-10',
      title: 'shouldQuery false appends without an API request',
      run: async (lab) => {
        const cli = lab.shared('replaying', replaying)
        reset(lab, cli)
        const before = conversations(lab.model).length
        const from = cli.here
        cli.prompt('remember the lighthouse', { shouldQuery: false, uuid: crypto.randomUUID() })
        mustBe(await cli.result(), { num_turns: 0, is_error: false }, 'the result')
        must(conversations(lab.model).length === before, 'the model is not asked')
        must(namesOf(cli.since(from)).includes('init'), 'system/init comes')
        cli.prompt('apple', { uuid: crypto.randomUUID() })
        await cli.result()
        must(lastTold(lab.model).includes('lighthouse'), 'the model is told with the next prompt')
        return HOLDS
      },
    },
    {
      id: 'R-QUEUE-11',
      title: 'cancel_async_message takes a waiting prompt back',
      run: async (lab) => {
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
        return HOLDS
      },
    },
    {
      id: 'R-TYPE-42',
      title: 'the fields of an echo',
      run: async (lab) => {
        const cli = lab.shared('replaying', replaying)
        const from = cli.here
        lab.play(cli, [[{ text: 'Hello.' }]], { uuid: crypto.randomUUID() })
        await cli.result()
        const [echo] = echoes(cli.since(from))
        mustBe(
          echo,
          { uuid: aText, session_id: aText, parent_tool_use_id: null, timestamp: aText },
          'the echo',
        )
        return HOLDS
      },
    },
  ],
}
