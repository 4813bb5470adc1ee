/** Sessions that outlive a process. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../protocol/json.ts'
import { lastConversation } from '../asked-model.ts'
import { type Lab, PROMPT, REPLAY } from '../lab.ts'
import { aText } from '../match.ts'
import { bash, named } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw } from '../verdict.ts'
import { says, turn } from './steps.ts'

/** Runs a session with one turn and ends its process. */
function past(lab: Lab) {
  return lab.once('past session', async () => {
    const id = crypto.randomUUID()
    const uuid = crypto.randomUUID()
    const cli = lab.start({ more: ['--session-id', id] })
    lab.play(cli, [[{ text: 'The tide is high.' }]], { uuid })
    await cli.result()
    await cli.finish()
    return { id, uuid, said: named(cli.messages, 'assistant')[0] ?? {} }
  })
}

/** Runs one turn in a process with these arguments, then lets it end. The model says "Hello again." */
async function goOn(lab: Lab, ...more: string[]) {
  const { cli, result } = await turn(lab, says('Hello again.'), lab.start({ more }))
  await cli.finish()
  return { cli, result, history: JSON.stringify(lastConversation(lab.model)) }
}

/** Forks the past session and runs one more turn. */
async function forked(lab: Lab, ...more: string[]): Promise<string> {
  const { id } = await past(lab)
  const { result } = await goOn(lab, '--resume', id, '--fork-session', ...more)
  return String(result.session_id)
}

/** The transcript of a session so far. */
function transcript(lab: Lab, id: string): string {
  const path = join(
    ...[lab.home, 'claude', 'projects', lab.cwd.replaceAll(/[^A-Za-z0-9]/g, '-')],
    `${id}.jsonl`,
  )
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
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
    rule('R-SESSION-1', '--resume goes on under the same id', async (lab) => {
      const { id } = await past(lab)
      const { result, history } = await goOn(lab, '--resume', id)
      mustBe(result.session_id, id, 'session_id')
      must(history.includes('The tide is high.'), 'the model is told the history')
    }),
    rule('R-SESSION-2', '--resume sends nothing of the history', async (lab) => {
      const { id } = await past(lab)
      const { cli } = await goOn(lab, '--resume', id, REPLAY)
      must(!JSON.stringify(cli.messages).includes('The tide is high.'), 'the history is not sent')
    }),
    rule('R-SESSION-3', 'the transcript has the uuids of the wire', async (lab) => {
      const { id, uuid, said } = await past(lab)
      const text = transcript(lab, id)
      must(text !== '', 'the file is there')
      must(text.includes(uuid) && text.includes(String(said.uuid)), 'it has both uuids')
    }),
    rule('R-SESSION-4', '--resume of an unknown session: one result, exit code 1', async (lab) => {
      const id = crypto.randomUUID()
      const cli = lab.start({ more: ['--resume', id] })
      cli.prompt('hello')
      mustBe((await cli.ended()).exitCode, 1, 'the exit code')
      const error = { type: 'result', subtype: 'error_during_execution', is_error: true, num_turns: 0 }
      mustBe(cli.messages, [{ ...error, errors: [`No conversation found with session ID: ${id}`] }], 'stdout')
    }),
    rule('R-SESSION-5', '--fork-session makes a new id', async (lab) => {
      const { id } = await past(lab)
      const { result, history } = await goOn(lab, '--resume', id, '--fork-session')
      mustBe(result.session_id, (it: unknown) => typeof it === 'string' && it !== id, 'session_id')
      must(history.includes('The tide is high.'), 'the model is told the history')
    }),
    rule('R-SESSION-6', '--session-id sets the id', async (lab) => {
      const id = crypto.randomUUID()
      mustBe((await goOn(lab, '--session-id', id)).result.session_id, id, 'session_id')
    }),
    rule('R-SESSION-7', '--session-id refuses what is not a UUID', async (lab) => {
      const { id } = await past(lab)
      await refused(lab, '--session-id', 'not-a-uuid')
      await refused(lab, '--session-id', id)
      await refused(lab, '--session-id', crypto.randomUUID(), '--resume', id)
    }),
    rule('R-SESSION-8', '--continue takes the newest session, or a new one', async (lab) => {
      await past(lab)
      const newest = await goOn(lab, '--session-id', crypto.randomUUID())
      const { result } = await goOn(lab, '--continue')
      mustBe(result.session_id, newest.result.session_id, 'session_id')
      lab.make('elsewhere/empty')
      const cli = lab.start({ more: ['--continue'], cwd: lab.path('elsewhere') })
      lab.play(cli, [[{ text: 'New.' }]])
      mustBe(await cli.result(), { is_error: false, result: 'New.' }, 'the result where there is none')
    }),
    rule('R-SESSION-10', '--resume-session-at cuts after an assistant message', async (lab) => {
      const { said } = await past(lab)
      const fork = ['--resume', await forked(lab), '--fork-session']
      const { history } = await goOn(lab, ...fork, '--resume-session-at', String(said.uuid))
      must(history.includes('The tide is high.'), 'what was before is there')
      must(!history.includes('Hello again.'), 'what came after is not')
    }),
    rule('R-SESSION-11', '--resume-session-at a user message joins it with the new prompt', async (lab) => {
      const { id, uuid } = await past(lab)
      const { history } = await goOn(lab, '--resume', id, '--fork-session', '--resume-session-at', uuid)
      must(!history.includes('The tide is high.'), 'its answer is gone')
      mustBe(history.split(PROMPT).length - 1, 2, 'how often there is a prompt')
    }),
    rule('R-SESSION-13', '--resume-session-at without a fork rewrites the branch', async (lab) => {
      const { said } = await past(lab)
      const id = await forked(lab)
      const cli = lab.start({ more: ['--resume', id, '--resume-session-at', String(said.uuid)] })
      const { result } = await turn(lab, says('Another tide.'), cli)
      mustBe(result.session_id, id, 'session_id')
      await cli.finish()
      const { history } = await goOn(lab, '--resume', id)
      must(history.includes('Another tide.'), 'the new turn is there')
      must(!history.includes('Hello again.'), 'what was cut off is not')
    }),
    {
      id: 'R-SESSION-9',
      title: '--resume from another working directory',
      versions: differing('finds nothing', 'finds the session'),
      run: async (lab) => {
        const { id } = await past(lab)
        lab.make('other/empty')
        const cli = lab.start({ more: ['--resume', id, '--fork-session'], cwd: lab.path('other') })
        lab.play(cli, says('Found.'))
        const { errors, result } = await cli.result()
        if (result === undefined) {
          mustBe(errors, [/No conversation found/], 'errors')
          return saw('finds nothing')
        }
        must(JSON.stringify(lastConversation(lab.model)).includes('The tide is high.'), 'with its history')
        return saw('finds the session')
      },
    },
    {
      id: 'R-SESSION-16',
      title: 'resumed after SIGKILL in a tool, the unfinished tool use is',
      versions: differing('gone', 'answered'),
      run: async (lab) => {
        const id = crypto.randomUUID()
        const cli = lab.start({ more: ['--session-id', id, '--allowedTools', 'Bash'] })
        const command = `touch ${lab.path('began')}; until [ -e ${lab.path('never')} ]; do sleep 0.1; done`
        lab.play(cli, [[{ ...bash(command), id: 'toolu_cut' }]])
        await lab.appears('began')
        // The CLI writes the transcript a moment after it sends the message.
        await lab.turnsOut(() => transcript(lab, id).includes('toolu_cut'), 'the tool use in the transcript')
        cli.signal('SIGKILL')
        await cli.ended()
        await goOn(lab, '--resume', id)
        const blocks = lastConversation(lab.model).flatMap(({ content }) =>
          Array.isArray(content) ? content : [],
        )
        const left = blocks.filter(isObject).filter((it) => [it.id, it.tool_use_id].includes('toolu_cut'))
        if (left.length === 0) return saw('gone')
        mustBe(left, [{ type: 'tool_use' }, { type: 'tool_result' }], 'what is left')
        return saw('answered')
      },
    },
    rule('R-SESSION-12', '--resume-session-at an unknown uuid ends it with 1', async (lab) => {
      const { id } = await past(lab)
      const cli = lab.start({ more: ['--resume', id, '--resume-session-at', crypto.randomUUID()] })
      cli.prompt('hello')
      mustBe((await cli.ended()).exitCode, 1, 'the exit code')
    }),
    rule('R-SESSION-14', '--no-session-persistence cannot be resumed', async (lab) => {
      const id = crypto.randomUUID()
      await goOn(lab, '--session-id', id, '--no-session-persistence')
      const again = lab.start({ more: ['--resume', id] })
      again.prompt('hello')
      mustBe((await again.ended()).exitCode, 1, 'the exit code')
    }),
    {
      id: 'R-SESSION-17',
      title: '/clear changes the session id',
      versions: differing('in silence', 'with conversation_reset', 'there is no /clear'),
      run: async (lab) => {
        const cli = lab.start()
        lab.play(cli, [[{ text: 'Hello.' }]])
        const { session_id: before } = await cli.result()
        cli.prompt('/clear')
        const cleared = await cli.result()
        if (/^Unknown /.test(String(cleared.result))) return saw('there is no /clear')
        lab.play(cli, [[{ text: 'Hello.' }]])
        mustBe((await cli.result()).session_id, (it: unknown) => it !== before, 'session_id')
        const [reset] = named(cli.messages, 'conversation_reset')
        if (reset === undefined) return saw('in silence')
        mustBe(reset.new_conversation_id, aText, 'new_conversation_id')
        return saw('with conversation_reset')
      },
    },
  ],
}
