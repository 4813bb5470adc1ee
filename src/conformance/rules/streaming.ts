/** How a reply is built from stream events. */
import type { JsonObject } from '../../protocol/json.ts'
import { inputOf } from '../driver.ts'
import { type Lab, PARTIAL, PROMPT } from '../lab.ts'
import { aNumber, aText, at } from '../match.ts'
import { blocksOf, named, nameOf, namesOf, write } from '../names.ts'
import { differing, type Group } from '../rule.ts'
import { HOLDS, must, mustBe, saw, Unsupported } from '../verdict.ts'

const partial = { more: [PARTIAL] }

/** A turn with thinking, a text and a tool, in stream events. */
function turn(lab: Lab): Promise<JsonObject[]> {
  return lab.once('streamed turn', async () => {
    const cli = lab.shared('partial', partial)
    const from = cli.here
    lab.play(cli, [
      [{ thinking: 'Let me think.' }, { text: 'I write it.' }, write(lab.path('streamed.txt'))],
      [{ text: 'Written.' }],
    ])
    const asked = await cli.asked()
    cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked) })
    await cli.result()
    return cli.since(from)
  })
}

/** The messages of its first reply. */
async function reply(lab: Lab): Promise<JsonObject[]> {
  const messages = await turn(lab)
  const end = messages.findIndex((message) => nameOf(message) === 'message_stop')
  return messages.slice(0, end + 1)
}

export const streaming: Group = {
  name: 'streaming',
  rules: [
    {
      id: 'R-STREAM-1',
      title: 'stream events come only with --include-partial-messages',
      run: async (lab) => {
        const cli = lab.shared()
        const from = cli.here
        lab.play(cli, [[{ text: 'Hello.' }]])
        await cli.result()
        must(!cli.since(from).some(({ type }) => type === 'stream_event'), 'no stream_event without it')
        must(
          (await turn(lab)).some(({ type }) => type === 'stream_event'),
          'stream_event with it',
        )
        return HOLDS
      },
    },
    {
      id: 'R-STREAM-3',
      title: 'start, deltas, assistant, stop, for each block',
      run: async (lab) => {
        const names = namesOf(
          await reply(lab),
          ...['message_start', 'content_block_start', 'content_block_delta', 'assistant'],
          ...['content_block_stop', 'message_delta', 'message_stop'],
        )
        const order = names.filter((name, i) => name !== 'content_block_delta' || names[i - 1] !== name)
        const block = ['content_block_start', 'content_block_delta', 'assistant', 'content_block_stop']
        const wanted = ['message_start', ...block, ...block, ...block, 'message_delta', 'message_stop']
        mustBe(order, wanted, 'the order')
        return HOLDS
      },
    },
    {
      id: 'R-STREAM-4',
      title: 'one assistant message for each block, under one id',
      run: async (lab) => {
        const said = named(await reply(lab), 'assistant')
        mustBe(
          said.map(blocksOf),
          [[{ type: 'thinking' }], [{ type: 'text' }], [{ type: 'tool_use' }]],
          'blocks',
        )
        must(new Set(said.map((message) => at(message, 'message', 'id'))).size === 1, 'they share message.id')
        must(new Set(said.map(({ uuid }) => uuid)).size === said.length, 'each has its own uuid')
        return HOLDS
      },
    },
    {
      id: 'R-STREAM-5',
      title: 'their stop_reason is null; the final one is in message_delta',
      run: async (lab) => {
        const messages = await reply(lab)
        for (const message of named(messages, 'assistant'))
          mustBe(at(message, 'message', 'stop_reason'), null, 'stop_reason of assistant')
        const delta = named(messages, 'message_delta').at(-1)
        mustBe(at(delta, 'event', 'delta', 'stop_reason'), 'tool_use', 'stop_reason of message_delta')
        return HOLDS
      },
    },
    {
      id: 'R-STREAM-9',
      title: 'partial_json joins to the input',
      run: async (lab) => {
        const messages = await reply(lab)
        const pieces = named(messages, 'content_block_delta')
          .map((message) => at(message, 'event', 'delta'))
          .filter((delta) => at(delta, 'type') === 'input_json_delta')
          .map((delta) => at(delta, 'partial_json'))
        const path = lab.path('streamed.txt')
        mustBe(JSON.parse(pieces.join('')), { file_path: path, content: path }, 'the input')
        return HOLDS
      },
    },
    {
      id: 'R-STREAM-10',
      title: 'an approval may come while later blocks stream',
      run: async (lab) => {
        const cli = lab.shared('partial', partial)
        lab.play(cli, [[write(lab.path('early.txt')), { hold: 'asked' }, { text: 'More to say.' }]])
        const asked = await cli.asked()
        const from = cli.here
        lab.model.release('asked')
        await cli.next({ type: 'stream_event', event: { type: 'message_stop' } })
        must(namesOf(cli.since(from)).includes('message_stop'), 'message_stop comes after can_use_tool')
        cli.answer(asked, { behavior: 'deny', message: 'No.' })
        await cli.result()
        return HOLDS
      },
    },
    {
      id: 'R-STREAM-11',
      title: 'thinking is told in tokens, also without partial messages',
      run: async (lab) => {
        const cli = lab.shared()
        lab.play(cli, [[{ thinking: 'Let me think about that.' }, { text: 'Yes.' }]])
        const told = await cli.next({ type: 'system', subtype: 'thinking_tokens' })
        mustBe(told, { estimated_tokens: aNumber, estimated_tokens_delta: aNumber }, 'thinking_tokens')
        await cli.result()
        return HOLDS
      },
    },
    {
      id: 'R-STREAM-12',
      title: 'status requesting comes with partial messages only',
      run: async (lab) => {
        const requesting = ({ subtype, status }: JsonObject) =>
          subtype === 'status' && status === 'requesting'
        must((await turn(lab)).filter(requesting).length === 2, 'one for each API request')
        const cli = lab.shared()
        const from = cli.here
        lab.play(cli, [[{ text: 'Hello.' }]])
        await cli.result()
        must(!cli.since(from).some(requesting), 'none without partial messages')
        return HOLDS
      },
    },
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
      id: 'R-STREAM-17',
      title: 'an interrupt leaves the block open, or closes it after its marker',
      versions: differing('left open', 'closed after the marker'),
      run: async (lab) => {
        const cli = lab.shared('partial', partial)
        const from = cli.here
        lab.play(cli, [[{ text: 'It begins ', open: true }, { hold: 'middle' }, { text: 'and ends.' }]])
        await cli.next({ type: 'stream_event', event: { type: 'content_block_delta' } })
        await lab.model.held('middle')
        await cli.call({ subtype: 'interrupt' })
        await cli.result()
        const names = namesOf(cli.since(from), 'marker', 'content_block_stop')
        if (names.length === 1) return saw('left open')
        mustBe(names, ['marker', 'content_block_stop'], 'the order')
        return saw('closed after the marker')
      },
    },
    {
      id: 'R-STREAM-18',
      title: 'no stream events of sub-agents',
      run: async (lab) => {
        const cli = lab.shared('partial', partial)
        const from = cli.here
        const input = { description: 'Look', prompt: 'look around', subagent_type: 'general-purpose' }
        lab.script({
          scripts: [
            { prompt: PROMPT, replies: [[{ tool: 'Agent', input }]] },
            { prompt: 'look around', replies: [[{ text: 'A quiet harbour.' }]] },
          ],
        })
        cli.skip()
        cli.prompt(PROMPT)
        await cli.result()
        const seen = () => JSON.stringify(lab.model.requests.map(({ body }) => body)).includes('look around')
        must(seen(), 'the sub-agent asked the model')
        await cli.settled()
        const events = cli.since(from).filter(({ type }) => type === 'stream_event')
        must(!JSON.stringify(events).includes('A quiet harbour'), 'none has its text')
        must(
          events.every(({ parent_tool_use_id: parent }) => parent === null || parent === undefined),
          'all are of the main thread',
        )
        return HOLDS
      },
    },
    {
      id: 'R-TYPE-37',
      title: 'the fields of assistant',
      run: async (lab) => {
        const [first] = named(await turn(lab), 'assistant')
        const message = { id: aText, role: 'assistant', model: aText, usage: { input_tokens: aNumber } }
        mustBe(first, { message, parent_tool_use_id: null, uuid: aText, session_id: aText }, 'assistant')
        return HOLDS
      },
    },
    {
      id: 'R-TYPE-41',
      title: 'a tool result, and what the tool gave as data',
      run: async (lab) => {
        const [first] = named(await turn(lab), 'tool_result')
        mustBe(first?.tool_use_result, { filePath: lab.path('streamed.txt') }, 'tool_use_result')
        return HOLDS
      },
    },
    {
      id: 'R-TYPE-46',
      title: 'newer versions tell the time to the first token',
      run: async (lab) => {
        const first = (await turn(lab)).find((message) => nameOf(message) === 'message_start')
        if (first?.ttft_ms === undefined) throw new Unsupported('no ttft_ms on message_start')
        mustBe(first.ttft_ms, aNumber, 'ttft_ms')
        return HOLDS
      },
    },
  ],
}

/** A reply whose connection breaks after its first words, once. */
function brokenStream(lab: Lab): Promise<{ ids: unknown[]; again: boolean; closed: boolean }> {
  return lab.once('broken stream', async () => {
    const cli = lab.start(partial)
    lab.play(cli, [
      [{ text: 'Half', open: true }, { hold: 'broken' }, { break: true, times: 1 }, { text: ' and half.' }],
    ])
    await cli.next({ type: 'stream_event', event: { type: 'content_block_delta' } })
    lab.model.release('broken')
    mustBe(await cli.result(20_000), { subtype: 'success', is_error: false }, 'the result')
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
