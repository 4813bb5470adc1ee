/** How stream events build a reply. */
import type { JsonObject } from '../../protocol/json.ts'
import { type Driver, WAIT } from '../driver.ts'
import { type Lab, PARTIAL, PROMPT } from '../lab.ts'
import { aNumber, aText, at } from '../match.ts'
import { bash, blocksOf, named, nameOf, namesOf, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw, Unsupported } from '../verdict.ts'
import { allow, DENY, says, turn, turnEndsFirst } from './steps.ts'

/** How long to wait for what must not come, or only comes in some versions, in milliseconds. */
const HELD_BACK = 1500
const PERHAPS = 10_000

const partial = { more: [PARTIAL] }
const EARLY = 'while later blocks stream'

/** Runs a turn with thinking, a text and a tool, with stream events. */
function streamed(lab: Lab): Promise<JsonObject[]> {
  return lab.once('streamed turn', async () => {
    const cli = lab.shared('partial', partial)
    const from = cli.here
    lab.play(cli, [
      [{ thinking: 'Let me think.' }, { text: 'I write it.' }, write(lab.path('streamed.txt'))],
      [{ text: 'Written.' }],
    ])
    const asked = await cli.asked()
    cli.answer(asked, allow(asked))
    await cli.result()
    return cli.since(from)
  })
}

/** The messages of the first reply of that turn. */
async function reply(lab: Lab): Promise<JsonObject[]> {
  const messages = await streamed(lab)
  const end = messages.findIndex((message) => nameOf(message) === 'message_stop')
  return messages.slice(0, end + 1)
}

export const streaming: Group = {
  name: 'streaming',
  rules: [
    rule('R-STREAM-1', 'stream events come only with --include-partial-messages', async (lab) => {
      const { seen } = await turn(lab, says('Hello.'))
      must(!seen.some(({ type }) => type === 'stream_event'), 'no stream_event without it')
      must(
        (await streamed(lab)).some(({ type }) => type === 'stream_event'),
        'stream_event with it',
      )
    }),
    rule('R-STREAM-3', 'start, deltas, assistant, stop, for each block', async (lab) => {
      const names = namesOf(
        await reply(lab),
        ...['message_start', 'content_block_start', 'content_block_delta', 'assistant'],
        ...['content_block_stop', 'message_delta', 'message_stop'],
      )
      const order = names.filter((name, i) => name !== 'content_block_delta' || names[i - 1] !== name)
      const block = ['content_block_start', 'content_block_delta', 'assistant', 'content_block_stop']
      const wanted = ['message_start', ...block, ...block, ...block, 'message_delta', 'message_stop']
      mustBe(order, wanted, 'the order')
    }),
    rule('R-STREAM-4', 'one assistant message for each block, under one id', async (lab) => {
      const said = named(await reply(lab), 'assistant')
      mustBe(
        said.map(blocksOf),
        [[{ type: 'thinking' }], [{ type: 'text' }], [{ type: 'tool_use' }]],
        'blocks',
      )
      must(new Set(said.map((message) => at(message, 'message', 'id'))).size === 1, 'they share message.id')
      must(new Set(said.map(({ uuid }) => uuid)).size === said.length, 'each has its own uuid')
    }),
    rule('R-STREAM-5', 'their stop_reason is null; the final one is in message_delta', async (lab) => {
      const messages = await reply(lab)
      for (const message of named(messages, 'assistant'))
        mustBe(at(message, 'message', 'stop_reason'), null, 'stop_reason of assistant')
      const delta = named(messages, 'message_delta').at(-1)
      mustBe(at(delta, 'event', 'delta', 'stop_reason'), 'tool_use', 'stop_reason of message_delta')
    }),
    rule('R-STREAM-9', 'partial_json joins to the input', async (lab) => {
      const messages = await reply(lab)
      const pieces = named(messages, 'content_block_delta')
        .map((message) => at(message, 'event', 'delta'))
        .filter((delta) => at(delta, 'type') === 'input_json_delta')
        .map((delta) => at(delta, 'partial_json'))
      const path = lab.path('streamed.txt')
      mustBe(JSON.parse(pieces.join('')), { file_path: path, content: path }, 'the input')
    }),
    {
      id: 'R-STREAM-10',
      title: 'an approval may come while later blocks stream',
      versions: differing(EARLY, EARLY, 'after the message'),
      run: async (lab) => {
        const cli = lab.shared('partial', partial)
        const from = cli.here
        lab.play(cli, [[write(lab.path('early.txt')), { hold: 'asked' }, { text: 'More to say.' }]])
        await lab.held('asked')
        const early = await cli.asked('can_use_tool', PERHAPS).catch(() => undefined)
        lab.model.release('asked')
        cli.answer(early ?? (await cli.asked()), DENY)
        await cli.result()
        const [first] = namesOf(cli.since(from), 'control_request', 'message_stop')
        return saw(first === 'control_request' ? EARLY : 'after the message')
      },
    },
    rule('R-STREAM-11', 'thinking is reported in tokens, even without partial messages', async (lab) => {
      const { seen } = await turn(lab, [[{ thinking: 'Let me think about that.' }, { text: 'Yes.' }]])
      const [told] = named(seen, 'thinking_tokens')
      if (told === undefined) throw new Unsupported('no thinking_tokens')
      mustBe(told, { estimated_tokens: aNumber, estimated_tokens_delta: aNumber }, 'thinking_tokens')
    }),
    rule('R-STREAM-12', 'status requesting comes with partial messages only', async (lab) => {
      const requesting = ({ subtype, status }: JsonObject) => subtype === 'status' && status === 'requesting'
      const told = (await streamed(lab)).filter(requesting)
      if (told.length === 0) throw new Unsupported('no status requesting')
      must(told.length === 2, 'one for each API request')
      const { seen } = await turn(lab, says('Hello.'))
      must(!seen.some(requesting), 'none without partial messages')
    }),
    {
      id: 'R-STREAM-13',
      title: 'after a broken stream the old version sends the reply whole',
      versions: differing('whole, under another id', 'streamed again'),
      run: async (lab) => {
        const { again, ids } = await brokenStream(lab)
        must(new Set(ids).size > 1, 'the reply comes under another id')
        return saw(again ? 'streamed again' : 'whole, under another id')
      },
    },
    {
      id: 'R-STREAM-14',
      title: 'after a broken stream newer versions close the draft',
      versions: differing('left open', 'closed'),
      run: async (lab) => saw((await brokenStream(lab)).closed ? 'closed' : 'left open'),
    },
    {
      id: 'R-STREAM-16',
      title: 'what may still come of a dead message',
      versions: differing('its end, before the next message_start', 'nothing', 'nothing'),
      run: async (lab) => {
        const cli = lab.start({ more: [PARTIAL, '--allowedTools', 'Bash'] })
        const broken = [
          { text: 'Half', open: true as const },
          { hold: 'cut' },
          { break: true as const, times: 1 },
        ]
        lab.play(cli, [[...broken, { text: ' and half.' }, bash('true')], [{ text: 'Next.' }]])
        await cli.next({ type: 'stream_event', event: { type: 'content_block_delta' } })
        lab.model.release('cut')
        mustBe(await cli.result(), { is_error: false, result: 'Next.' }, 'the result')
        const names = namesOf(cli.messages, 'tool_result', 'message_delta', 'message_stop', 'message_start')
        const after = names.slice(names.indexOf('tool_result') + 1)
        if (after[0] === 'message_start') return saw('nothing')
        mustBe(after.slice(0, 3), ['message_delta', 'message_stop', 'message_start'], 'what comes')
        return saw('its end, before the next message_start')
      },
    },
    rule('R-CONTROL-68', 'set_has_subscribers matters only where stream events are held', async (lab) => {
      const plain = lab.shared('partial', partial)
      must(await comesEarly(lab, plain, false, WAIT), 'without the variables a text comes at once')
      const env = {
        CLAUDE_CODE_STREAM_EVENT_HOLD_MS: '20',
        CLAUDE_CODE_STREAM_EVENT_NO_SUBSCRIBER_HOLD_MS: '60000',
      }
      const holding = lab.start({ ...partial, env })
      must(await comesEarly(lab, holding, true, WAIT), 'with them it comes soon')
      must(!(await comesEarly(lab, holding, false, HELD_BACK)), 'but not while nobody watches')
    }),
    {
      id: 'R-STREAM-17',
      title: 'an interrupt leaves the block open, or closes it after its marker',
      versions: differing('left open', 'closed after the marker'),
      run: async (lab) => {
        const cli = lab.shared('partial', partial)
        const from = cli.here
        lab.play(cli, [[{ text: 'It begins ', open: true }, { hold: 'middle' }, { text: 'and ends.' }]])
        await cli.next({ type: 'stream_event', event: { type: 'content_block_delta' } })
        await lab.held('middle')
        await cli.call({ subtype: 'interrupt' })
        await cli.result()
        const names = namesOf(cli.since(from), 'marker', 'content_block_stop')
        if (names.length === 1) return saw('left open')
        mustBe(names, ['marker', 'content_block_stop'], 'the order')
        return saw('closed after the marker')
      },
    },
    rule('R-STREAM-18', 'no stream events of sub-agents', async (lab) => {
      const cli = lab.shared('partial', partial)
      const from = cli.here
      const input = { description: 'Look', prompt: 'look around', subagent_type: 'general-purpose' }
      lab.script({
        scripts: [
          { prompt: PROMPT, replies: [[{ tool: 'Task', input }]] },
          { prompt: 'look around', replies: [[{ hold: 'looks' }, { text: 'A quiet harbour.' }]] },
        ],
      })
      cli.skip()
      cli.prompt(PROMPT)
      await lab.held('looks')
      if (await turnEndsFirst(cli, from)) await cli.result()
      lab.model.release('looks')
      await cli.result()
      await cli.settled()
      const events = cli.since(from).filter(({ type }) => type === 'stream_event')
      must(!JSON.stringify(events).includes('A quiet harbour'), 'none has its text')
      must(
        events.every(({ parent_tool_use_id: parent }) => parent === null || parent === undefined),
        'all are of the main thread',
      )
    }),
    rule('R-TYPE-37', 'the fields of assistant', async (lab) => {
      const [first] = named(await streamed(lab), 'assistant')
      const message = { id: aText, role: 'assistant', model: aText, usage: { input_tokens: aNumber } }
      mustBe(first, { message, parent_tool_use_id: null, uuid: aText, session_id: aText }, 'assistant')
    }),
    rule('R-TYPE-41', 'a tool result, and what the tool gave as data', async (lab) => {
      const [first] = named(await streamed(lab), 'tool_result')
      mustBe(first?.tool_use_result, { filePath: lab.path('streamed.txt') }, 'tool_use_result')
    }),
    rule('R-TYPE-46', 'newer versions report the time to the first token', async (lab) => {
      const first = (await streamed(lab)).find((message) => nameOf(message) === 'message_start')
      if (first?.ttft_ms === undefined) throw new Unsupported('no ttft_ms on message_start')
      mustBe(first.ttft_ms, aNumber, 'ttft_ms')
    }),
  ],
}

/** Returns whether the text so far arrives while the model is silent in the middle of its reply. */
async function comesEarly(lab: Lab, cli: Driver, isWatched: boolean, waitMs: number): Promise<boolean> {
  const answer = await cli.call({ subtype: 'set_has_subscribers', has_subscribers: isWatched })
  if (answer.subtype === 'error') throw new Unsupported(String(answer.error))
  const from = cli.here
  const soFar = 'One, two, three, four, five, '
  lab.play(cli, [[{ text: soFar, chunk: 4, open: true }, { hold: 'silence' }, { text: 'six.' }]])
  await lab.held('silence')
  const text = () =>
    named(cli.since(from), 'content_block_delta')
      .map((message) => at(message, 'event', 'delta', 'text'))
      .join('')
  const isThere = await cli
    .until(() => text() === soFar, waitMs, 'the text')
    .then(
      () => true,
      () => false,
    )
  lab.model.release('silence')
  await cli.result()
  mustBe(text(), `${soFar}six.`, 'the whole text')
  return isThere
}

/** Runs a turn with a reply whose connection breaks once after its first words. */
function brokenStream(lab: Lab): Promise<{ ids: unknown[]; again: boolean; closed: boolean }> {
  return lab.once('broken stream', async () => {
    const cli = lab.start(partial)
    lab.play(cli, [
      [{ text: 'Half', open: true }, { hold: 'broken' }, { break: true, times: 1 }, { text: ' and half.' }],
    ])
    await cli.next({ type: 'stream_event', event: { type: 'content_block_delta' } })
    lab.model.release('broken')
    mustBe(await cli.result(), { subtype: 'success', is_error: false }, 'the result')
    const { messages } = cli
    const started = named(messages, 'message_start').map((message) => at(message, 'event', 'message', 'id'))
    const said = named(messages, 'assistant').map((message) => at(message, 'message', 'id'))
    const names = namesOf(messages, 'message_start', 'content_block_stop', 'assistant')
    return {
      ids: [...started, ...said],
      again: started.length > 1,
      closed: names[1] === 'content_block_stop',
    }
  })
}
