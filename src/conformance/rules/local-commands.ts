/** Compaction, and the commands that the CLI itself runs. */
import type { JsonObject } from '../../protocol/json.ts'
import { type Lab, PARTIAL, PROMPT, REPLAY } from '../lab.ts'
import { aNumber, at } from '../match.ts'
import { named, namesOf, textOf } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw, Unsupported } from '../verdict.ts'
import { says, turn } from './steps.ts'

const OUTCOME = 'with the outcome'

function compacted(lab: Lab) {
  return lab.once('compacted', async () => {
    const cli = lab.start({ more: [PARTIAL, REPLAY] })
    for (const text of ['One.', 'Two.']) await turn(lab, says(text), cli)
    await cli.settled()
    const from = cli.here
    lab.script({ scripts: [], side: [{ prompt: { pattern: '.' }, reply: [{ text: 'A summary.' }] }] })
    cli.skip()
    cli.prompt('/compact')
    await cli.result()
    const seen = cli.since(from)
    const over = seen.findIndex(({ type }) => type === 'result')
    return { cli, seen: seen.slice(0, over + 1) }
  })
}

/** The summary with which the conversation continues; it is marked as synthetic, except in the first version. */
const isSummary = (message: JsonObject) =>
  message.isSynthetic === true || (message.type === 'user' && /^This session is/.test(textOf(message)))

function local(lab: Lab) {
  return lab.once('local command', async () => {
    const cli = lab.shared()
    const from = cli.here
    cli.skip()
    cli.prompt('/context')
    await cli.result()
    return { seen: cli.since(from) }
  })
}

export const localCommands: Group = {
  name: 'local commands',
  rules: [
    {
      id: 'R-COMPACT-1',
      title: '/compact: compacting, null, boundary, summary, result',
      versions: differing(OUTCOME, OUTCOME, 'without the outcome'),
      run: async (lab) => {
        const { seen } = await compacted(lab)
        const steps = seen.flatMap((message) => {
          if (message.subtype === 'status')
            return [`status ${message.status} ${message.compact_result ?? ''}`.trim()]
          if (message.subtype === 'compact_boundary' || message.type === 'result') return namesOf([message])
          return isSummary(message) ? ['summary'] : []
        })
        mustBe(
          steps.filter((it) => it !== 'status requesting'),
          ['status compacting', /^status null/, 'compact_boundary', 'summary', 'result'],
          'the order',
        )
        if (steps.includes('status null')) return saw('without the outcome')
        mustBe(seen.at(-1)?.num_turns, 0, 'num_turns')
        return saw(OUTCOME)
      },
    },
    {
      id: 'R-COMPACT-3',
      title: 'the summary is synthetic and no replay',
      versions: differing('synthetic', 'synthetic', 'not marked'),
      run: async (lab) => {
        const summary = (await compacted(lab)).seen.find(isSummary)
        must(summary !== undefined && summary.isReplay !== true, 'it is no replay')
        return saw(summary?.isSynthetic === true ? 'synthetic' : 'not marked')
      },
    },
    rule('R-REPLAY-16', 'what is synthetic was not written by a person', async (lab) => {
      const users = named((await compacted(lab)).cli.messages, 'echo').filter(
        (message) => textOf(message) === PROMPT,
      )
      mustBe(
        users.map(({ isSynthetic }) => isSynthetic === true),
        [false, false],
        'isSynthetic of the prompts',
      )
      const summary = (await compacted(lab)).seen.filter(({ isSynthetic }) => isSynthetic === true)
      if (summary.length === 0) throw new Unsupported('nothing is marked isSynthetic')
      mustBe(summary, [{ type: 'user' }], 'the synthetic messages')
      mustBe(summary.map(textOf), [/A summary\./], 'the text of the summary')
    }),
    rule('R-TYPE-8', 'the fields of compact_boundary', async (lab) => {
      const [boundary] = named((await compacted(lab)).seen, 'compact_boundary')
      mustBe(boundary?.compact_metadata, { trigger: 'manual', pre_tokens: aNumber }, 'compact_metadata')
    }),
    {
      id: 'R-COMPACT-4',
      title: 'a local command is answered by a synthetic assistant',
      versions: differing('by an assistant', 'by an assistant', 'by an echo'),
      run: async (lab) => {
        const { seen } = await local(lab)
        if (named(seen, 'assistant').length === 0) {
          mustBe(named(seen, 'echo').map(textOf), [/^<local-command-stdout>.*Context Usage/s], 'the echo')
          return saw('by an echo')
        }
        mustBe(
          named(seen, 'assistant').map((it) => at(it, 'message', 'model')),
          ['<synthetic>'],
          'the model',
        )
        mustBe(named(seen, 'assistant').map(textOf), [/Context Usage/], 'the text')
        return saw('by an assistant')
      },
    },
    {
      id: 'R-RESULT-10',
      title: 'its result has num_turns 0 and no terminal_reason',
      versions: differing('num_turns is 0', 'num_turns is 0', 'num_turns is not 0'),
      run: async (lab) => {
        const [result] = named((await local(lab)).seen, 'result')
        mustBe(result, { terminal_reason: undefined, is_error: false }, 'the result')
        return saw(result?.num_turns === 0 ? 'num_turns is 0' : 'num_turns is not 0')
      },
    },
    {
      id: 'R-COMPACT-5',
      title: 'a command that does not exist',
      versions: differing('refused', 'given to the model'),
      run: async (lab) => {
        const cli = lab.shared()
        lab.script({ scripts: [{ prompt: 'nonsense', replies: [[{ text: 'From the model.' }]] }] })
        cli.skip()
        cli.prompt('/nonsense')
        const { result } = await cli.result()
        return saw(result === 'From the model.' ? 'given to the model' : 'refused')
      },
    },
    rule('R-COMPACT-7', 'a prompt that begins with ! is plain text', async (lab) => {
      const cli = lab.shared()
      lab.script({ scripts: [{ prompt: '!touch', replies: [[{ text: 'From the model.' }]] }] })
      cli.skip()
      cli.prompt(`!touch ${lab.path('bang')}`)
      mustBe(await cli.result(), { result: 'From the model.' }, 'the result')
      must(!lab.has('bang'), 'no command runs')
    }),
  ],
}
