/** What environment variables change, what the CLI needs from the API, and what it writes to stderr. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../protocol/json.ts'
import type { Reply } from '../../simulator/index.ts'
import type { Lab } from '../lab.ts'
import { aText, at } from '../match.ts'
import { bash, named, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw, Unsupported } from '../verdict.ts'
import { DENY, goesIdle, says, turn } from './steps.ts'

/** Runs the action behind a proxy that refuses all connections; returns the addresses that the proxy was asked for. */
async function behindProxy(act: (env: { [name: string]: string }) => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(String(request.url))
    response.writeHead(502).end()
  })
  proxy.on('connect', (request, socket) => {
    asked.push(String(request.url))
    socket.on('error', () => {})
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  try {
    await act({ HTTPS_PROXY: url, HTTP_PROXY: url, NO_PROXY: '127.0.0.1' })
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
  return asked
}

/** Runs a hook that is answered with an error. */
async function brokenHook(lab: Lab): Promise<{ stderr: string; seen: JsonObject[] }> {
  const cli = lab.start()
  const hooks = { PreToolUse: [{ hookCallbackIds: ['broken'] }] }
  await cli.call({ subtype: 'initialize', hooks })
  lab.play(cli, [[write(lab.path('hooked.txt'))]])
  const { request_id } = await cli.asked('hook_callback')
  cli.write({ type: 'control_response', response: { subtype: 'error', request_id, error: 'out of order' } })
  cli.answer(await cli.asked(), DENY)
  await cli.result()
  await cli.finish()
  return { stderr: cli.stderr, seen: cli.messages }
}

/** Returns the states that the CLI reports in a turn with this environment. */
async function states(lab: Lab, env: { [name: string]: string | undefined }): Promise<JsonObject[]> {
  const cli = lab.start({ env })
  await turn(lab, says('Hello.'), cli)
  await goesIdle(cli)
  return named(cli.messages, 'session_state_changed')
}

export const environment: Group = {
  name: 'environment',
  rules: [
    rule('R-ENV-6', 'READS_SESSION_STATE alone tags the states as for the official client', async (lab) => {
      const alone = {
        CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: undefined,
        CLAUDE_CODE_SDK_READS_SESSION_STATE: '1',
      }
      const told = await states(lab, alone)
      if (told.length === 0) throw new Unsupported('no state is reported')
      const tagged = { sdk_host_only: true }
      mustBe(
        told,
        [
          { ...tagged, state: 'running' },
          { ...tagged, state: 'idle' },
        ],
        'the states',
      )
      const both = await states(lab, { CLAUDE_CODE_SDK_READS_SESSION_STATE: '1' })
      mustBe(both, [{ sdk_host_only: undefined }, { sdk_host_only: undefined }], 'the states with both')
    }),
    rule('R-ENV-8', 'STARTUP_FAILURE_RESULTS brings failures at start as results', async (lab) => {
      const failed = async (env: { [name: string]: string }) => {
        const cli = lab.start({ env: { HTTPS_PROXY: 'no url at all', ...env } })
        cli.prompt('hello')
        cli.endInput()
        const { exitCode } = await cli.ended()
        return { exitCode, results: named(cli.messages, 'result') }
      }
      const without = await failed({})
      if (without.exitCode === 0) throw new Unsupported('nothing is wrong with the proxy')
      mustBe(without, { exitCode: 1, results: [] }, 'without it')
      const result = { subtype: 'error_during_execution', startup_failure_reason: aText, errors: [aText] }
      const now = await failed({ CLAUDE_CODE_STARTUP_FAILURE_RESULTS: '1' })
      mustBe(now, { exitCode: 1, results: [result] }, 'with it')
    }),
    rule('R-ENV-10', 'it works with any server of the Messages API, without a login', async (lab) => {
      const cli = lab.start({ env: { ANTHROPIC_API_KEY: 'any text' } })
      const { result } = await turn(lab, says('Hello.'), cli)
      mustBe(result, { is_error: false, result: 'Hello.' }, 'the result')
    }),
    {
      id: 'R-ENV-11',
      title: 'what it asks of the API: streamed and plain messages, counts of tokens',
      versions: differing('and HEAD /', 'and nothing else'),
      run: async (lab) => {
        const cli = lab.start()
        const place = lab.model.requests.length
        const broken: Reply = [
          { text: 'Half', open: true },
          { break: true, times: 1 },
          { text: ' and half.' },
        ]
        await turn(lab, [broken], cli)
        await cli.call({ subtype: 'set_model', model: 'claude-haiku-4-5' })
        await cli.call({ subtype: 'get_context_usage' })
        const asked = new Set(
          lab.model.requests.slice(place).map(({ method, path, body }) => {
            const isPlain = path === '/v1/messages' && at(body, 'stream') !== true
            return `${method} ${path}${isPlain ? ', plain' : ''}`
          }),
        )
        for (const it of ['', ', plain', '/count_tokens'])
          must(asked.delete(`POST /v1/messages${it}`), `it asks /v1/messages${it}`)
        const isHead = asked.delete('HEAD /')
        mustBe([...asked], [], 'what else it asks')
        return saw(isHead ? 'and HEAD /' : 'and nothing else')
      },
    },
    {
      id: 'R-ENV-14',
      title: 'without nonessential traffic it needs no internet',
      versions: differing('it asks for nothing', 'it asks for nothing', 'it asks for the API, in vain'),
      run: async (lab) => {
        const asked = await behindProxy(async (env) => {
          const cli = lab.start({ env })
          await cli.call({ subtype: 'initialize' })
          const { result } = await turn(lab, says('Hello.'), cli)
          mustBe(result, { is_error: false, result: 'Hello.' }, 'the result')
          await cli.settled()
          await cli.finish()
        })
        if (asked.length === 0) return saw('it asks for nothing')
        mustBe([...new Set(asked)], ['api.anthropic.com:443'], 'where it wants to connect')
        return saw('it asks for the API, in vain')
      },
    },
    {
      id: 'R-ENV-18',
      title: 'update_environment_variables does not reach Bash',
      versions: differing('it does not', 'it does not', 'it does'),
      run: async (lab) => {
        const cli = lab.start({ more: ['--allowedTools', 'Bash'] })
        cli.write({ type: 'update_environment_variables', variables: { LAB_MARK: 'reached' } })
        await turn(lab, [[bash(`echo "mark:$LAB_MARK" > ${lab.path('mark')}`)]], cli)
        const seen = lab.read('mark').trim()
        if (seen === 'mark:reached') return saw('it does')
        mustBe(seen, 'mark:', 'what Bash sees')
        return saw('it does not')
      },
    },
    rule('R-DEBUG-1', '--debug alone writes nothing to stderr', async (lab) => {
      const { cli } = await turn(lab, says('Hello.'), lab.start({ more: ['--debug'] }))
      mustBe(cli.stderr, '', 'stderr')
    }),
    rule('R-DEBUG-3', '--debug-file writes the log to a file', async (lab) => {
      const more = ['--debug-file', lab.path('debug.log')]
      const { cli } = await turn(lab, says('Hello.'), lab.start({ more }))
      await cli.finish()
      must(lab.has('debug.log') && lab.read('debug.log') !== '', 'the file has something in it')
    }),
    rule('R-DEBUG-5', 'stderr is empty in a normal run', async (lab) => {
      const { cli } = await turn(lab, says('Hello.'))
      await cli.settled()
      mustBe(cli.stderr, '', 'stderr')
    }),
    {
      id: 'R-DEBUG-6',
      title: 'stderr may hold minified source',
      versions: differing('it does', 'it does', 'it does not'),
      run: async (lab) => {
        const { stderr, seen } = await brokenHook(lab)
        mustBe(stderr, /^Error in hook callback/m, 'stderr')
        const isSource = (line: string) => line.length > 300 && /[;{}]/.test(line)
        must(!JSON.stringify(seen).includes('Error in hook callback'), 'no message holds it')
        return saw(stderr.split('\n').some(isSource) ? 'it does' : 'it does not')
      },
    },
  ],
}
