/** MCP servers: those of the host, and those that the CLI starts. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '../../protocol/json.ts'
import type { Driver } from '../driver.ts'
import { type Lab, PROMPT } from '../lab.ts'
import { at } from '../match.ts'
import { named, resultsIn } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw } from '../verdict.ts'
import { allow, DENY, says, serverStatus, turn } from './steps.ts'

/** How long to wait for what some versions never send, in milliseconds. */
const SILENCE = 6000

const TOOL = {
  name: 'depth',
  description: 'Tells the depth',
  inputSchema: { type: 'object', properties: {} },
}

/** A program that acts as a server with the same tool, and logs each call. */
const SERVER = `
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'tools/call') appendFileSync(process.env.LOG, 'called\\n')
  const serverInfo = { name: 'dock', version: '1.0.0' }
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo },
    'tools/list': { tools: [${JSON.stringify(TOOL)}] },
    'tools/call': { content: [{ type: 'text', text: 'Seven fathoms.' }] },
  }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }) + '\\n')
})
`

/** Answers the CLI's messages to the host's server up to this method, which is left to the caller. */
async function serve(cli: Driver, until: string, methods: string[] = []): Promise<JsonObject> {
  for (;;) {
    const asked = await cli.asked('mcp_message')
    methods.push(methodOf(asked))
    if (methods.at(-1) === until) return asked
    reply(cli, asked)
  }
}

/** Answers them until the turn is over, and returns the methods that were called. */
async function attend(cli: Driver): Promise<string[]> {
  const methods: string[] = []
  for (;;) {
    const next = await cli.next(
      ({ type, request }: JsonObject) => type === 'result' || at(request, 'subtype') === 'mcp_message',
    )
    if (next.type === 'result') return methods
    methods.push(methodOf(next))
    reply(cli, next)
  }
}

const methodOf = (asked: JsonObject) => String(at(asked, 'request', 'message', 'method'))

/** Answers as a server with one tool does. */
function reply(cli: Driver, asked: JsonObject): void {
  const message = at(asked, 'request', 'message') as JsonObject
  const results: { readonly [method: string]: JsonObject } = {
    initialize: {
      protocolVersion: at(message, 'params', 'protocolVersion'),
      capabilities: { tools: {} },
      serverInfo: { name: 'harbour', version: '1.0.0' },
    },
    'tools/list': { tools: [TOOL] },
  }
  const result = results[String(message.method)] ?? {}
  cli.answer(asked, { mcp_response: { jsonrpc: '2.0', id: message.id ?? 0, result } })
}

/** Runs a turn that calls the host's tool, which returns this. */
async function called(lab: Lab, response: (message: JsonObject) => JsonObject) {
  const cli = lab.start()
  cli.write({
    type: 'control_request',
    request_id: 'first',
    request: { subtype: 'initialize', sdkMcpServers: ['harbour'] },
  })
  lab.play(cli, [[{ tool: 'mcp__harbour__depth', input: {} }]])
  const methods: string[] = []
  reply(cli, await serve(cli, 'tools/list', methods))
  const approval = await cli.asked()
  cli.answer(approval, allow(approval))
  const call = await serve(cli, 'tools/call', methods)
  const message = at(call, 'request', 'message') as JsonObject
  cli.answer(call, { mcp_response: { jsonrpc: '2.0', id: message.id, ...response(message) } })
  const result = await cli.result()
  return { cli, approval, methods, message, result, told: resultsIn(cli.messages)[0] }
}

const deep = (lab: Lab) =>
  lab.once('tool of the host', () =>
    called(lab, () => ({ result: { content: [{ type: 'text', text: 'Seven fathoms.' }] } })),
  )

export const servers: Group = {
  name: 'servers',
  rules: [
    rule('R-MCP-14', 'initialize, initialized, tools/list, tools/call', async (lab) => {
      const { methods } = await deep(lab)
      mustBe(methods, ['initialize', 'notifications/initialized', 'tools/list', 'tools/call'], 'the order')
    }),
    rule('R-MCP-15', 'tools/call carries the id of the tool use', async (lab) => {
      const { message, approval } = await deep(lab)
      const id = at(approval, 'request', 'tool_use_id')
      mustBe(at(message, 'params', '_meta'), { 'claudecode/toolUseId': id }, '_meta')
    }),
    rule('R-MCP-6', 'the reply in mcp_response is the result of the tool', async (lab) => {
      mustBe((await deep(lab)).told, { isError: false, text: 'Seven fathoms.' }, 'the tool result')
    }),
    rule('R-MCP-18', 'a JSON-RPC error is the error of the tool, and the turn goes on', async (lab) => {
      const { told, result } = await called(lab, () => ({
        error: { code: -32000, message: 'No lead line.' },
      }))
      mustBe(told, { isError: true, text: /No lead line/ }, 'the tool result')
      mustBe(result, { subtype: 'success', is_error: false }, 'the result')
    }),
    rule('R-MCP-23', 'mcp_set_servers replaces the set', async (lab) => {
      const cli = lab.start()
      const servers = { dock: { type: 'stdio', command: '/nowhere/to/be/found' } }
      const added = await cli.call({ subtype: 'mcp_set_servers', servers })
      mustBe(added, { response: { added: ['dock'], removed: [] } }, 'the first answer')
      const removed = await cli.call({ subtype: 'mcp_set_servers', servers: {} })
      mustBe(removed, { response: { added: [], removed: ['dock'] } }, 'the second answer')
    }),
    rule('R-MCP-12', 'a server that cannot start has failed, and the session runs', async (lab) => {
      const config = { mcpServers: { dock: { command: '/nowhere/to/be/found' } } }
      const cli = lab.start({ more: ['--mcp-config', JSON.stringify(config)] })
      lab.play(cli, [[{ text: 'All the same.' }]])
      mustBe(await cli.result(), { result: 'All the same.' }, 'the result')
      mustBe(await serverStatus(cli), 'failed', 'the status')
    }),
    {
      id: 'R-MCP-20',
      title: 'list_changed from the host',
      versions: differing('ignored', 'lists the tools again'),
      run: async (lab) => {
        const { cli } = await called(lab, () => ({ result: { content: [] } }))
        const message = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
        await cli.call({ subtype: 'mcp_message', server_name: 'harbour', message })
        await cli.settled()
        const isListed = () =>
          cli.asked('mcp_message', SILENCE).then(
            () => true,
            () => false,
          )
        return saw((await isListed()) ? 'lists the tools again' : 'ignored')
      },
    },
    {
      id: 'R-MCP-11',
      title: 'a server of the host declared in --mcp-config or mcp_set_servers',
      versions: differing('two handshakes', 'one handshake'),
      run: async (lab) => {
        const servers = { harbour: { type: 'sdk', name: 'harbour' } }
        const flagged = lab.start({ more: ['--mcp-config', JSON.stringify({ mcpServers: servers })] })
        const set = lab.start()
        const answer = set.call({ subtype: 'mcp_set_servers', servers })
        answer.catch(() => {})
        const handshakes: number[] = []
        lab.script({ scripts: [{ prompt: PROMPT, replies: says('Hello.') }] })
        for (const cli of [flagged, set]) {
          cli.prompt(PROMPT)
          const methods = await attend(cli)
          const { response } = await cli.call({ subtype: 'mcp_status' })
          mustBe(at(response, 'mcpServers'), [{ name: 'harbour', status: 'connected' }], 'mcp_status')
          handshakes.push(methods.filter((method) => method === 'initialize').length)
        }
        mustBe(await answer, { response: { added: ['harbour'] } }, 'the answer to mcp_set_servers')
        mustBe(handshakes[0], handshakes[1], 'the handshakes of the one and of the other')
        return saw(handshakes[0] === 1 ? 'one handshake' : 'two handshakes')
      },
    },
    {
      id: 'R-MCP-26',
      title: 'mcp_call without tool',
      versions: differing('nothing is answered any more', 'an error', 'it gets no answer'),
      run: async (lab) => {
        const cli = lab.start()
        await cli.settled()
        const silent = (request: JsonObject) =>
          cli.call(request, SILENCE).then(
            () => false,
            () => true,
          )
        if (!(await silent({ subtype: 'mcp_call' }))) {
          mustBe(await cli.call({ subtype: 'mcp_call' }), { subtype: 'error' }, 'the answer')
          mustBe(await cli.call({ subtype: 'mcp_status' }), { subtype: 'success' }, 'the next answer')
          return saw('an error')
        }
        if (!(await silent({ subtype: 'mcp_status' }))) return saw('it gets no answer')
        cli.endInput()
        await sleep(SILENCE)
        must(cli.ending === undefined, 'closing stdin does not end it')
        cli.signal('SIGKILL')
        return saw('nothing is answered any more')
      },
    },
    {
      id: 'R-MCP-27',
      title: 'mcp_call runs a tool unasked, and check_permissions',
      versions: differing('is ignored', 'asks'),
      run: async (lab) => {
        const log = lab.path('called.log')
        const dock = { command: process.execPath, args: [lab.make('dock.mjs', SERVER)], env: { LOG: log } }
        const cli = lab.start({ more: ['--mcp-config', JSON.stringify({ mcpServers: { dock } })] })
        await turn(lab, says('Hello.'), cli)
        mustBe(await serverStatus(cli), 'connected', 'the status')
        const call = { subtype: 'mcp_call', tool: 'mcp__dock__depth', arguments: {} }
        const content = [{ text: 'Seven fathoms.' }]
        const seen = await cli.during(async () => {
          mustBe(await cli.call(call), { response: { content } }, 'the answer')
        })
        mustBe(named(seen, 'control_request'), [], 'what is asked')
        cli.skip()
        const checked = cli.call({ ...call, check_permissions: true })
        checked.catch(() => {})
        const next = await cli.next(
          ({ type, response }: JsonObject) =>
            type === 'control_request' || at(response, 'response', 'content') !== undefined,
        )
        if (next.type !== 'control_request') return saw('is ignored')
        cli.answer(next, DENY)
        mustBe(await checked, { subtype: 'error' }, 'the answer')
        mustBe(lab.read('called.log'), 'called\n', 'the calls')
        return saw('asks')
      },
    },
  ],
}
