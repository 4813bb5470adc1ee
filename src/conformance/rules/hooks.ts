/** Hooks and MCP servers that live in the host. */
import type { JsonObject } from '../../protocol/json.ts'
import type { Driver } from '../driver.ts'
import { inputOf } from '../driver.ts'
import type { Lab } from '../lab.ts'
import { aText, at, something } from '../match.ts'
import { named, resultsIn, write } from '../names.ts'
import { differing, type Group } from '../rule.ts'
import { HOLDS, must, mustBe, saw } from '../verdict.ts'

/** A process with one hook, on this event. */
async function hooked(lab: Lab, event: string, more: JsonObject = {}): Promise<Driver> {
  const name = `hook ${event} ${JSON.stringify(more)}`
  const cli = lab.shared(name)
  if (cli.messages.length > 0) return cli
  const hooks = { [event]: [{ hookCallbackIds: ['the-hook'], ...more }] }
  mustBe(await cli.call({ subtype: 'initialize', hooks }), { subtype: 'success' }, 'initialize')
  cli.skip()
  return cli
}

/** Has a file written, answers the hook before it with this, and denies what is asked about it. */
async function preToolUse(lab: Lab, name: string, output: unknown) {
  const cli = await hooked(lab, 'PreToolUse', { matcher: 'Write' })
  const from = cli.here
  lab.play(cli, [[write(lab.path(name))]])
  const called = await cli.asked('hook_callback')
  cli.answer(called, output)
  const next = await cli.next(({ type }: JsonObject) => type === 'control_request' || type === 'result')
  if (next.type === 'control_request') {
    cli.answer(next, { behavior: 'deny', message: 'No.' })
    await cli.result()
  }
  const seen = cli.since(from)
  const result = named(seen, 'result')[0] ?? {}
  return {
    called,
    asked: next.type === 'control_request' ? next : undefined,
    ran: lab.has(name),
    seen,
    result,
  }
}

const decide = (permissionDecision: string, more: JsonObject = {}) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, ...more },
})

const TOOL = {
  name: 'depth',
  description: 'Tells the depth',
  inputSchema: { type: 'object', properties: {} },
}

/** Answers what the CLI says to the host's server, until it says this; that is left to the caller. */
async function serve(cli: Driver, until: string, methods: string[] = []): Promise<JsonObject> {
  for (;;) {
    const asked = await cli.asked('mcp_message')
    const message = at(asked, 'request', 'message') as JsonObject
    methods.push(String(message.method))
    if (message.method === until) return asked
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
}

/** A turn that calls the host's tool, answered with this. */
async function called(lab: Lab, response: (message: JsonObject) => JsonObject) {
  const cli = lab.start()
  cli.write({
    type: 'control_request',
    request_id: 'first',
    request: { subtype: 'initialize', sdkMcpServers: ['harbour'] },
  })
  lab.play(cli, [[{ tool: 'mcp__harbour__depth', input: {} }]])
  const methods: string[] = []
  await serve(cli, 'tools/list', methods).then((asked) => {
    const { id } = at(asked, 'request', 'message') as JsonObject
    cli.answer(asked, { mcp_response: { jsonrpc: '2.0', id, result: { tools: [TOOL] } } })
  })
  const approval = await cli.asked()
  cli.answer(approval, { behavior: 'allow', updatedInput: inputOf(approval) })
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

export const hooks: Group = {
  name: 'hooks and servers of the host',
  rules: [
    {
      id: 'R-HOOK-3',
      title: 'the fields of hook_callback',
      run: async (lab) => {
        const { called } = await preToolUse(lab, 'fields.txt', {})
        mustBe(
          called.request,
          { callback_id: 'the-hook', tool_use_id: aText, input: something },
          'the request',
        )
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-4',
      title: 'the fields of every hook input',
      run: async (lab) => {
        const { called } = await preToolUse(lab, 'input.txt', {})
        const input = {
          session_id: aText,
          transcript_path: aText,
          cwd: lab.cwd,
          hook_event_name: 'PreToolUse',
        }
        mustBe(inputOf(called), input, 'the input')
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-37',
      title: 'PreToolUse deny keeps the tool from running',
      run: async (lab) => {
        const answer = decide('deny', { permissionDecisionReason: 'Closed.' })
        const { asked, ran, seen } = await preToolUse(lab, 'deny.txt', answer)
        must(asked === undefined && !ran, 'nothing is asked and nothing runs')
        mustBe(resultsIn(seen), [{ isError: true, text: /Closed\./ }], 'the tool result')
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-38',
      title: 'PreToolUse allow runs the tool without asking',
      run: async (lab) => {
        const updatedInput = { file_path: lab.path('instead.txt'), content: 'instead' }
        const { asked, ran } = await preToolUse(lab, 'allow.txt', decide('allow', { updatedInput }))
        must(asked === undefined, 'nothing is asked')
        must(!ran && lab.has('instead.txt'), 'the changed input runs')
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-39',
      title: 'PreToolUse ask leads to can_use_tool',
      run: async (lab) => {
        const { asked } = await preToolUse(lab, 'ask.txt', decide('ask'))
        mustBe(at(asked, 'request', 'decision_reason_type'), 'hook', 'decision_reason_type')
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-40',
      title: 'PreToolUse block keeps the tool from running',
      run: async (lab) => {
        const { asked, ran } = await preToolUse(lab, 'block.txt', { decision: 'block', reason: 'Closed.' })
        must(asked === undefined && !ran, 'nothing is asked and nothing runs')
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-44',
      title: 'a strange answer to a hook fails open',
      run: async (lab) => {
        for (const answer of [null, 'yes', decide('no')]) {
          const { asked } = await preToolUse(lab, 'open.txt', answer)
          must(asked !== undefined, `the normal approval follows after ${JSON.stringify(answer)}`)
        }
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-35',
      title: 'an event that does not exist is taken in silence',
      run: async (lab) => {
        await hooked(lab, 'NoSuchEvent')
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-42',
      title: 'a blocked UserPromptSubmit is a success without turns',
      run: async (lab) => {
        const cli = await hooked(lab, 'UserPromptSubmit')
        lab.play(cli, [[{ text: 'Never said.' }]])
        cli.answer(await cli.asked('hook_callback'), { decision: 'block', reason: 'Not now.' })
        const told = await cli.next({ type: 'system', subtype: 'informational' })
        mustBe(told.level, 'warning', 'the level')
        mustBe(await cli.result(), { subtype: 'success', is_error: false, num_turns: 0 }, 'the result')
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-43',
      title: 'a blocked Stop goes on with its feedback',
      run: async (lab) => {
        const cli = await hooked(lab, 'Stop')
        lab.play(cli, [[{ text: 'Over.' }], [{ text: 'Now really.' }]])
        cli.answer(await cli.asked('hook_callback'), { decision: 'block', reason: 'Check the ropes.' })
        const feedback = await cli.next({ type: 'user', isSynthetic: true })
        must(JSON.stringify(feedback).includes('Check the ropes.'), 'the feedback comes')
        cli.answer(await cli.asked('hook_callback'), {})
        mustBe(await cli.result(), { result: 'Now really.' }, 'the result')
        return HOLDS
      },
    },
    {
      id: 'R-HOOK-48',
      title: 'a hook whose timeout passes is withdrawn, and its tool refused',
      run: async (lab) => {
        const cli = await hooked(lab, 'PreToolUse', { matcher: 'Write', timeout: 1 })
        lab.play(cli, [[write(lab.path('timeout.txt'))]])
        const { request_id } = await cli.asked('hook_callback')
        await cli.next({ type: 'control_cancel_request', request_id })
        await cli.result()
        must(!lab.has('timeout.txt'), 'the tool does not run')
        return HOLDS
      },
    },
    {
      id: 'R-MCP-14',
      title: 'initialize, initialized, tools/list, tools/call',
      run: async (lab) => {
        const { methods } = await deep(lab)
        mustBe(methods, ['initialize', 'notifications/initialized', 'tools/list', 'tools/call'], 'the order')
        return HOLDS
      },
    },
    {
      id: 'R-MCP-15',
      title: 'tools/call carries the id of the tool use',
      run: async (lab) => {
        const { message, approval } = await deep(lab)
        const id = at(approval, 'request', 'tool_use_id')
        mustBe(at(message, 'params', '_meta'), { 'claudecode/toolUseId': id }, '_meta')
        return HOLDS
      },
    },
    {
      id: 'R-MCP-6',
      title: 'the reply in mcp_response is the result of the tool',
      run: async (lab) => {
        mustBe((await deep(lab)).told, { isError: false, text: 'Seven fathoms.' }, 'the tool result')
        return HOLDS
      },
    },
    {
      id: 'R-MCP-18',
      title: 'a JSON-RPC error is the error of the tool, and the turn goes on',
      run: async (lab) => {
        const { told, result } = await called(lab, () => ({
          error: { code: -32000, message: 'No lead line.' },
        }))
        mustBe(told, { isError: true, text: /No lead line/ }, 'the tool result')
        mustBe(result, { subtype: 'success', is_error: false }, 'the result')
        return HOLDS
      },
    },
    {
      id: 'R-MCP-23',
      title: 'mcp_set_servers replaces the set',
      run: async (lab) => {
        const cli = lab.start()
        const servers = { dock: { type: 'stdio', command: '/nowhere/to/be/found' } }
        const added = await cli.call({ subtype: 'mcp_set_servers', servers })
        mustBe(added, { response: { added: ['dock'], removed: [] } }, 'the first answer')
        const removed = await cli.call({ subtype: 'mcp_set_servers', servers: {} })
        mustBe(removed, { response: { added: [], removed: ['dock'] } }, 'the second answer')
        return HOLDS
      },
    },
    {
      id: 'R-MCP-12',
      title: 'a server that cannot start has failed, and the session runs',
      run: async (lab) => {
        const config = { mcpServers: { dock: { command: '/nowhere/to/be/found' } } }
        const cli = lab.start({ more: ['--mcp-config', JSON.stringify(config)] })
        lab.play(cli, [[{ text: 'All the same.' }]])
        mustBe(await cli.result(), { result: 'All the same.' }, 'the result')
        const { response } = await cli.call({ subtype: 'mcp_status' })
        mustBe(at(response, 'mcpServers'), [{ name: 'dock', status: 'failed' }], 'mcp_status')
        return HOLDS
      },
    },
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
          cli.asked('mcp_message', 1500).then(
            () => true,
            () => false,
          )
        return saw((await isListed()) ? 'lists the tools again' : 'ignored')
      },
    },
  ],
}
