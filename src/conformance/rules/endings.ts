/** Results, API errors, and the ways in which the process ends. */
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../../simulator/index.ts'
import { conversations } from '../asked-model.ts'
import type { Driver } from '../driver.ts'
import type { Lab } from '../lab.ts'
import { aNumber, anObject, aText, at } from '../match.ts'
import { bash, named, namesOf, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw, Unsupported } from '../verdict.ts'
import { goesIdle, turn } from './steps.ts'

/** Starts a process with a running turn. */
async function running(lab: Lab, replies: Reply[]): Promise<Driver> {
  const cli = lab.start()
  lab.play(cli, replies)
  await cli.next({ type: 'system', subtype: 'init' })
  return cli
}

/** Runs a turn that the API rejects. */
function failed(lab: Lab, status: number, cli = lab.shared()) {
  return turn(lab, [[{ error: { status, message: 'Not today.' } }]], cli)
}

/** Runs two turns in one process. */
function two(lab: Lab) {
  return lab.once('two turns', async () => {
    const cli = lab.start()
    const results = []
    for (const text of ['One.', 'Two.']) {
      lab.play(cli, [[{ text }, { usage: { input_tokens: 1000, output_tokens: 100 } }]])
      results.push(await cli.result())
      await goesIdle(cli)
    }
    return { cli, first: results[0] ?? {}, second: results[1] ?? {} }
  })
}

export const endings: Group = {
  name: 'results and endings',
  rules: [
    rule('R-RESULT-1', 'a turn ends with exactly one result', async (lab) => {
      const { cli } = await two(lab)
      mustBe(namesOf(cli.messages, 'init', 'result'), ['init', 'result', 'init', 'result'], 'the order')
    }),
    rule('R-TYPE-48', 'the fields of a result', async (lab) => {
      const { first } = await two(lab)
      for (const name of ['num_turns', 'duration_ms', 'duration_api_ms', 'total_cost_usd'])
        mustBe(first[name], aNumber, name)
      mustBe(first, { is_error: false, usage: anObject, modelUsage: anObject, permission_denials: [] }, 'it')
    }),
    rule('R-TYPE-49', 'a success has the final text', async (lab) => {
      mustBe((await two(lab)).second, { subtype: 'success', result: 'Two.' }, 'the result')
    }),
    rule('R-COST-1', 'total_cost_usd adds up over the process', async (lab) => {
      const { first, second } = await two(lab)
      must(Number(second.total_cost_usd) > Number(first.total_cost_usd), 'the second is higher')
    }),
    rule('R-COST-2', 'usage and num_turns are of the turn', async (lab) => {
      const { first, second } = await two(lab)
      mustBe(at(second, 'usage', 'output_tokens'), at(first, 'usage', 'output_tokens'), 'output_tokens')
      mustBe([first.num_turns, second.num_turns], [1, 1], 'num_turns')
    }),
    rule('R-COST-6', 'modelUsage has tokens, cost and window of each model', async (lab) => {
      const [usage] = Object.values((await two(lab)).first.modelUsage as object)
      const wanted = {
        inputTokens: aNumber,
        outputTokens: aNumber,
        costUSD: aNumber,
        contextWindow: aNumber,
      }
      mustBe(usage, wanted, 'modelUsage')
    }),
    rule('R-LIVE-13', 'session_state_changed: running, then idle after the result', async (lab) => {
      const { cli } = await two(lab)
      const states = cli.messages.flatMap((message) =>
        message.type === 'result'
          ? ['result']
          : message.subtype === 'session_state_changed'
            ? message.state
            : [],
      )
      if (states.length === 2) throw new Unsupported('no session_state_changed')
      mustBe(states, ['running', 'result', 'idle', 'running', 'result', 'idle'], 'the states')
    }),
    {
      id: 'R-RESULT-4',
      title: 'a failed API request is a success with is_error',
      versions: differing('completed', 'api_error', 'without reason and status'),
      run: async (lab) => {
        const { result } = await failed(lab, 400)
        mustBe(result, { subtype: 'success', is_error: true, result: aText }, 'the result')
        const { terminal_reason: reason, api_error_status: status } = result
        if (reason === undefined && status === undefined) return saw('without reason and status')
        mustBe(status, 400, 'api_error_status')
        return saw(String(reason))
      },
    },
    rule('R-ERROR-1', 'an API error comes as a synthetic assistant message', async (lab) => {
      const { cli, seen } = await failed(lab, 400)
      mustBe(named(seen, 'assistant'), [{ error: aText, message: { model: '<synthetic>' } }], 'assistant')
      must(cli.ending === undefined, 'the process lives on')
    }),
    rule('R-ERROR-2', 'a retry is announced', async (lab) => {
      const { seen, result } = await turn(lab, [[{ error: { status: 500, times: 1 } }, { text: 'At last.' }]])
      mustBe(result, { is_error: false, result: 'At last.' }, 'the result')
      const [told] = named(seen, 'api_retry')
      if (told === undefined) throw new Unsupported('no api_retry')
      const retry = { attempt: 1, max_retries: aNumber, retry_delay_ms: aNumber, error_status: 500 }
      mustBe(told, retry, 'api_retry')
    }),
    rule('R-ERROR-5', '400, 403 and 413 are not retried', async (lab) => {
      for (const status of [400, 403, 413]) {
        const { result, seen } = await failed(lab, status)
        mustBe(result.is_error, true, `is_error after ${status}`)
        mustBe(named(seen, 'api_retry'), [], `retries of ${status}`)
      }
    }),
    rule('R-ERROR-9', 'without a login the result says so', async (lab) => {
      const cli = lab.start({ env: { ANTHROPIC_API_KEY: undefined } })
      cli.prompt('hello')
      mustBe(await cli.result(), { subtype: 'success', is_error: true, result: /\/login/ }, 'the result')
      cli.endInput()
      mustBe((await cli.ended()).exitCode, 1, 'the exit code')
    }),
    rule('R-ERROR-21', 'the next prompt runs after a failure', async (lab) => {
      const { cli } = await failed(lab, 400)
      lab.play(cli, [[{ text: 'Better.' }]])
      mustBe(await cli.result(), { is_error: false, result: 'Better.' }, 'the result')
    }),
    rule('R-ENV-9', 'CLAUDE_CODE_MAX_RETRIES limits the retries', async (lab) => {
      const before = conversations(lab.model).length
      const { seen, result } = await failed(lab, 500, lab.start({ env: { CLAUDE_CODE_MAX_RETRIES: '1' } }))
      mustBe(conversations(lab.model).length - before, 2, 'the number of requests')
      const told = named(seen, 'api_retry')
      if (told.length > 0) mustBe(told, [{ attempt: 1, max_retries: 1 }], 'the retries')
      mustBe(result.is_error, true, 'is_error')
    }),
    {
      id: 'R-RESULT-5',
      title: '--max-turns gives error_max_turns',
      versions: differing('with is_error', 'with is_error', 'without is_error'),
      run: async (lab) => {
        const cli = lab.start({ more: ['--max-turns', '1', '--allowedTools', 'Bash'] })
        lab.play(cli, [[bash('true')], [bash('true')]])
        const { subtype, is_error: isError } = await cli.result()
        mustBe(subtype, 'error_max_turns', 'the subtype')
        return saw(isError === true ? 'with is_error' : 'without is_error')
      },
    },
    rule('R-RESULT-7', 'with a schema the value is in structured_output', async (lab) => {
      const schema = { type: 'object', properties: { depth: { type: 'number' } }, required: ['depth'] }
      const cli = lab.start({ more: ['--json-schema', JSON.stringify(schema)] })
      lab.play(cli, [[{ tool: 'StructuredOutput', input: { depth: 7 } }]])
      mustBe(await cli.result(), { subtype: 'success', structured_output: { depth: 7 } }, 'the result')
    }),
    rule('R-END-1', 'closing stdin ends it when idle', async (lab) => {
      const cli = lab.start()
      await cli.settled()
      cli.endInput()
      mustBe((await cli.ended()).exitCode, 0, 'the exit code')
    }),
    rule('R-END-2', 'closing stdin in mid-stream lets the turn finish', async (lab) => {
      const cli = await running(lab, [
        [{ text: 'Long', open: true }, { hold: 'last' }, { text: ' but over.' }],
      ])
      await lab.held('last')
      cli.endInput()
      await sleep(100)
      lab.model.release('last')
      mustBe(await cli.result(), { result: 'Long but over.' }, 'the result')
      mustBe((await cli.ended()).exitCode, 0, 'the exit code')
    }),
    rule('R-END-4', 'closing stdin with an open approval fails it', async (lab) => {
      const cli = await running(lab, [[write(lab.path('closed.txt'))]])
      await cli.asked()
      cli.endInput()
      mustBe(await cli.result(), { subtype: 'success' }, 'the result')
      await cli.ended()
      must(!lab.has('closed.txt'), 'the tool does not run')
    }),
    rule('R-END-8', 'end_session ends it with 0', async (lab) => {
      const cli = lab.start()
      mustBe(await cli.call({ subtype: 'end_session' }), { subtype: 'success' }, 'the answer')
      mustBe((await cli.ended()).exitCode, 0, 'the exit code')
    }),
    rule('R-END-9', 'the exit code is 1 after an error result', async (lab) => {
      const { cli } = await failed(lab, 400, lab.start())
      cli.endInput()
      mustBe((await cli.ended()).exitCode, 1, 'the exit code')
    }),
    {
      id: 'R-END-10',
      title: 'SIGINT gives a result and ends with 0',
      versions: differing('a result', 'a result', 'no result'),
      run: async (lab) => {
        // On a busy machine the process may end before its result is written, so the check tries three times.
        for (const _ of [1, 2, 3]) {
          const cli = await running(lab, [
            [{ text: 'Long.' }, { text: 'And', open: true }, { hold: 'signal' }],
          ])
          await cli.next({ type: 'assistant' })
          await lab.held('signal')
          cli.signal('SIGINT')
          mustBe((await cli.ended()).exitCode, 0, 'the exit code')
          if (named(cli.messages, 'result').length > 0) return saw('a result')
        }
        return saw('no result')
      },
    },
    rule('R-END-15', 'closing the read end of stdout does not end it', async (lab) => {
      const child = lab.bare({ more: ['--allowedTools', 'Bash'] })
      const line = (message: object) => `${JSON.stringify(message)}\n`
      const request = { subtype: 'initialize' }
      child.stdin?.write(line({ type: 'control_request', request_id: 'first', request }))
      await once(child.stdout as Readable, 'data', { signal: AbortSignal.timeout(60_000) })
      child.stdout?.destroy()
      lab.script({ scripts: [{ prompt: 'go on', replies: [[bash(`touch ${lab.path('unheard')}`)]] }] })
      child.stdin?.write(line({ type: 'user', message: { role: 'user', content: 'go on' } }))
      await lab.appears('unheard')
      await sleep(1000)
      must(child.exitCode === null && child.signalCode === null, 'it lives')
    }),
    rule('R-END-11', 'SIGTERM ends with 143 and no result', async (lab) => {
      const cli = await running(lab, [[{ text: 'Long', open: true }, { hold: 'signal' }]])
      await lab.held('signal')
      cli.signal('SIGTERM')
      mustBe((await cli.ended()).exitCode, 143, 'the exit code')
      mustBe(named(cli.messages, 'result'), [], 'the results')
    }),
  ],
}
