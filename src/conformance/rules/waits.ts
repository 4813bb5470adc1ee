/** Waits of the CLI that take seconds. Those that take minutes are in long-waits.ts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { conversations } from '../asked-model.ts'
import { WAIT } from '../driver.ts'
import { REPLAY } from '../lab.ts'
import { aText } from '../match.ts'
import { bash, named, namesOf } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw } from '../verdict.ts'
import { retryWait } from './steps.ts'

/** 2.1.197 ends a background task 5 s after stdin was closed. In milliseconds. */
const ENDS_TASK = 12_000

export const waits: Group = {
  name: 'waits',
  rules: [
    {
      id: 'R-ERROR-6',
      title: 'after 529 it gives up after 3 attempts',
      versions: differing('given up', 'given up', 'tried more often'),
      run: async (lab) => {
        const cli = lab.start()
        lab.play(cli, [[{ error: { status: 529 } }]])
        const isOver = () => named(cli.messages, 'result').length > 0
        const deadline = Date.now() + WAIT
        while (!isOver() && conversations(lab.model).length < 4 && Date.now() < deadline) await sleep(50)
        if (!isOver()) {
          must(conversations(lab.model).length > 3, 'it is tried more than three times')
          return saw('tried more often')
        }
        mustBe(await cli.result(), { is_error: true, result: /529|[Oo]verloaded/ }, 'the result')
        mustBe(named(cli.messages, 'api_retry').length, 2, 'the number of retries')
        return saw('given up')
      },
    },
    rule('R-END-5', 'closing stdin during a retry wait does not end it soon', async (lab) => {
      const cli = lab.start()
      await retryWait(lab, cli)
      cli.endInput()
      await sleep(4000)
      must(cli.ending === undefined, 'it lives after 4 s')
    }),
    {
      id: 'R-END-6',
      title: 'closing stdin with a background task',
      versions: differing('ends the task', 'waits for the task'),
      run: async (lab) => {
        const cli = lab.start({ more: ['--allowedTools', 'Bash'] })
        const command = `for i in $(seq 600); do [ -e ${lab.path('go')} ] && break; sleep 0.1; done; touch ${lab.path('task-ended')}`
        lab.play(cli, [[bash(command, { run_in_background: true })]])
        await cli.result()
        cli.endInput()
        const isSoon = await cli.ended(ENDS_TASK).then(
          () => true,
          () => false,
        )
        if (isSoon) return saw('ends the task')
        lab.make('go')
        await cli.ended()
        return saw(lab.has('task-ended') ? 'waits for the task' : 'ends the task')
      },
    },
    rule('R-DISCOVER-6', 'one prompt and a closed stdin are a complete check', async (lab) => {
      const id = crypto.randomUUID()
      const uuid = crypto.randomUUID()
      const cli = lab.start({ more: [REPLAY, '--session-id', id] })
      lab.play(cli, [[{ text: 'Hello.' }]], { uuid })
      cli.endInput()
      mustBe((await cli.ended()).exitCode, 0, 'the exit code')
      mustBe(named(cli.messages, 'echo'), [{ uuid, session_id: id }], 'the echo')
      mustBe(named(cli.messages, 'result'), [{ session_id: id, result: aText }], 'the result')
      must(!namesOf(cli.messages).includes('auth_status'), 'no auth_status')
    }),
    rule('R-LIVE-18', 'auth_status is not sent by default', async (lab) => {
      const cli = lab.start()
      await cli.call({ subtype: 'initialize' })
      lab.play(cli, [[{ text: 'Hello.' }]])
      await cli.result()
      mustBe(namesOf(cli.messages, 'auth_status'), [], 'auth_status')
    }),
  ],
}
