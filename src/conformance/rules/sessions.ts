/** Sessions that outlive a process, local commands and compaction. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastConversation } from '../asked-model.ts'
import { type Lab, PARTIAL, REPLAY } from '../lab.ts'
import { aNumber, aText, at } from '../match.ts'
import { named, namesOf, textOf } from '../names.ts'
import { differing, type Group } from '../rule.ts'
import { HOLDS, must, mustBe, saw } from '../verdict.ts'

/** A session with one turn, whose process has ended. */
function past(lab: Lab) {
  return lab.once('past session', async () => {
    const id = crypto.randomUUID()
    const uuid = crypto.randomUUID()
    const cli = lab.start({ more: ['--session-id', id] })
    lab.play(cli, [[{ text: 'The tide is high.' }]], { uuid })
    await cli.result()
    await cli.close()
    return { id, uuid, said: named(cli.messages, 'assistant')[0] ?? {} }
  })
}

/** One turn in a process with these arguments. */
async function turn(lab: Lab, ...more: string[]) {
  const cli = lab.start({ more })
  lab.play(cli, [[{ text: 'Hello again.' }]])
  await cli.next({ type: 'assistant' })
  const result = await cli.result()
  return { cli, result, history: JSON.stringify(lastConversation(lab.model)) }
}

async function refused(lab: Lab, ...more: string[]): Promise<void> {
  const cli = lab.start({ more })
  cli.prompt('hello')
  mustBe((await cli.ended()).exitCode, 1, `the exit code with ${more[0]}`)
  must(cli.stderr !== '', 'the reason is on stderr')
}

export const sessions: Group = {
  name: 'sessions',
  rules: [
    {
      id: 'R-SESSION-1',
      title: '--resume goes on under the same id',
      run: async (lab) => {
        const { id } = await past(lab)
        const { result, history } = await turn(lab, '--resume', id)
        mustBe(result.session_id, id, 'session_id')
        must(history.includes('The tide is high.'), 'the model is told the history')
        return HOLDS
      },
    },
    {
      id: 'R-SESSION-2',
      title: '--resume sends nothing of the history',
      run: async (lab) => {
        const { id } = await past(lab)
        const { cli } = await turn(lab, '--resume', id, REPLAY)
        must(!JSON.stringify(cli.messages).includes('The tide is high.'), 'the history is not sent')
        return HOLDS
      },
    },
    {
      id: 'R-SESSION-3',
      title: 'the transcript has the uuids of the wire',
      run: async (lab) => {
        const { id, uuid, said } = await past(lab)
        const folder = join(lab.home, 'claude', 'projects', lab.cwd.replaceAll(/[^A-Za-z0-9]/g, '-'))
        must(readdirSync(folder).includes(`${id}.jsonl`), 'the file is there')
        const text = readFileSync(join(folder, `${id}.jsonl`), 'utf8')
        must(text.includes(uuid) && text.includes(String(said.uuid)), 'it has both uuids')
        return HOLDS
      },
    },
    {
      id: 'R-SESSION-4',
      title: '--resume of nobody: one result, exit code 1',
      run: async (lab) => {
        const id = crypto.randomUUID()
        const cli = lab.start({ more: ['--resume', id] })
        cli.prompt('hello')
        mustBe((await cli.ended()).exitCode, 1, 'the exit code')
        const error = { type: 'result', subtype: 'error_during_execution', is_error: true, num_turns: 0 }
        mustBe(
          cli.messages,
          [{ ...error, errors: [`No conversation found with session ID: ${id}`] }],
          'stdout',
        )
        return HOLDS
      },
    },
    {
      id: 'R-SESSION-5',
      title: '--fork-session makes a new id',
      run: async (lab) => {
        const { id } = await past(lab)
        const { result, history } = await turn(lab, '--resume', id, '--fork-session')
        mustBe(result.session_id, (it: unknown) => typeof it === 'string' && it !== id, 'session_id')
        must(history.includes('The tide is high.'), 'the model is told the history')
        return HOLDS
      },
    },
    {
      id: 'R-SESSION-6',
      title: '--session-id sets the id',
      run: async (lab) => {
        const id = crypto.randomUUID()
        mustBe((await turn(lab, '--session-id', id)).result.session_id, id, 'session_id')
        return HOLDS
      },
    },
    {
      id: 'R-SESSION-7',
      title: '--session-id refuses what cannot be',
      run: async (lab) => {
        const { id } = await past(lab)
        await refused(lab, '--session-id', 'not-a-uuid')
        await refused(lab, '--session-id', id)
        await refused(lab, '--session-id', crypto.randomUUID(), '--resume', id)
        return HOLDS
      },
    },
    {
      id: 'R-SESSION-8',
      title: '--continue takes the newest session, or a new one',
      run: async (lab) => {
        await past(lab)
        const newest = await turn(lab, '--session-id', crypto.randomUUID())
        await newest.cli.close()
        const { result } = await turn(lab, '--continue')
        mustBe(result.session_id, newest.result.session_id, 'session_id')
        lab.make('elsewhere/empty')
        const cli = lab.start({ more: ['--continue'], cwd: lab.path('elsewhere') })
        lab.play(cli, [[{ text: 'New.' }]])
        mustBe(await cli.result(), { is_error: false, result: 'New.' }, 'the result where there is none')
        return HOLDS
      },
    },
    {
      id: 'R-SESSION-10',
      title: '--resume-session-at cuts after an assistant message',
      run: async (lab) => {
        const { id, said } = await past(lab)
        const later = await turn(lab, '--resume', id, '--fork-session')
        await later.cli.close()
        const fork = String(later.result.session_id)
        const { history } = await turn(
          lab,
          '--resume',
          fork,
          '--fork-session',
          '--resume-session-at',
          String(said.uuid),
        )
        must(history.includes('The tide is high.'), 'what was before is there')
        must(!history.includes('Hello again.'), 'what came after is not')
        return HOLDS
      },
    },
    {
      id: 'R-SESSION-12',
      title: '--resume-session-at an unknown uuid ends it with 1',
      run: async (lab) => {
        const { id } = await past(lab)
        const cli = lab.start({ more: ['--resume', id, '--resume-session-at', crypto.randomUUID()] })
        cli.prompt('hello')
        mustBe((await cli.ended()).exitCode, 1, 'the exit code')
        return HOLDS
      },
    },
    {
      id: 'R-SESSION-14',
      title: '--no-session-persistence cannot be resumed',
      run: async (lab) => {
        const id = crypto.randomUUID()
        const { cli } = await turn(lab, '--session-id', id, '--no-session-persistence')
        await cli.close()
        const again = lab.start({ more: ['--resume', id] })
        again.prompt('hello')
        mustBe((await again.ended()).exitCode, 1, 'the exit code')
        return HOLDS
      },
    },
    {
      id: 'R-SESSION-17',
      title: '/clear changes the session id',
      versions: differing('in silence', 'with conversation_reset'),
      run: async (lab) => {
        const cli = lab.start()
        lab.play(cli, [[{ text: 'Hello.' }]])
        const { session_id: before } = await cli.result()
        cli.prompt('/clear')
        await cli.result()
        lab.play(cli, [[{ text: 'Hello.' }]])
        mustBe((await cli.result()).session_id, (it: unknown) => it !== before, 'session_id')
        const [reset] = named(cli.messages, 'conversation_reset')
        if (reset === undefined) return saw('in silence')
        mustBe(reset.new_conversation_id, aText, 'new_conversation_id')
        return saw('with conversation_reset')
      },
    },
    {
      id: 'R-COMPACT-1',
      title: '/compact: compacting, null, boundary, summary, result',
      run: async (lab) => {
        const { seen } = await compacted(lab)
        const steps = seen.flatMap((message) => {
          if (message.subtype === 'status')
            return [`status ${message.status} ${message.compact_result ?? ''}`.trim()]
          if (message.subtype === 'compact_boundary' || message.type === 'result') return namesOf([message])
          return message.isSynthetic === true ? ['summary'] : []
        })
        mustBe(
          steps.filter((it) => it !== 'status requesting'),
          ['status compacting', 'status null success', 'compact_boundary', 'summary', 'result'],
          'the order',
        )
        mustBe(seen.at(-1)?.num_turns, 0, 'num_turns')
        return HOLDS
      },
    },
    {
      id: 'R-COMPACT-3',
      title: 'the summary is synthetic and no replay',
      run: async (lab) => {
        const summary = (await compacted(lab)).seen.find(({ isSynthetic }) => isSynthetic === true)
        must(summary !== undefined && summary.isReplay !== true, 'it is no replay')
        return HOLDS
      },
    },
    {
      id: 'R-TYPE-8',
      title: 'the fields of compact_boundary',
      run: async (lab) => {
        const [boundary] = named((await compacted(lab)).seen, 'compact_boundary')
        mustBe(boundary?.compact_metadata, { trigger: 'manual', pre_tokens: aNumber }, 'compact_metadata')
        return HOLDS
      },
    },
    {
      id: 'R-COMPACT-4',
      title: 'a local command is answered by a synthetic assistant',
      run: async (lab) => {
        const { seen } = await local(lab)
        mustBe(
          named(seen, 'assistant').map((it) => at(it, 'message', 'model')),
          ['<synthetic>'],
          'the model',
        )
        mustBe(named(seen, 'assistant').map(textOf), [/Context Usage/], 'the text')
        return HOLDS
      },
    },
    {
      id: 'R-RESULT-10',
      title: 'its result has num_turns 0 and no terminal_reason',
      run: async (lab) => {
        const { seen } = await local(lab)
        mustBe(
          named(seen, 'result'),
          [{ num_turns: 0, terminal_reason: undefined, is_error: false }],
          'the result',
        )
        return HOLDS
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
    {
      id: 'R-COMPACT-7',
      title: 'a prompt that begins with ! is plain text',
      run: async (lab) => {
        const cli = lab.shared()
        lab.script({ scripts: [{ prompt: '!touch', replies: [[{ text: 'From the model.' }]] }] })
        cli.skip()
        cli.prompt(`!touch ${lab.path('bang')}`)
        mustBe(await cli.result(), { result: 'From the model.' }, 'the result')
        must(!lab.has('bang'), 'no command runs')
        return HOLDS
      },
    },
  ],
}

function compacted(lab: Lab) {
  return lab.once('compacted', async () => {
    const cli = lab.start({ more: [PARTIAL] })
    for (const text of ['One.', 'Two.']) {
      lab.play(cli, [[{ text }]])
      await cli.result()
    }
    await cli.settled()
    const from = cli.here
    lab.script({ scripts: [], side: [{ prompt: { pattern: '.' }, reply: [{ text: 'A summary.' }] }] })
    cli.skip()
    cli.prompt('/compact')
    await cli.result()
    const seen = cli.since(from)
    return { seen: seen.slice(0, seen.findIndex(({ type }) => type === 'result') + 1) }
  })
}

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
