import type { JsonObject } from '../../protocol/json.ts'
import type { Driver } from '../driver.ts'
import type { Lab } from '../lab.ts'
import { aList, aNumber, aText, at } from '../match.ts'
import { named, textOf } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { HOLDS, must, mustBe, saw, Unsupported, type Verdict } from '../verdict.ts'
import { toldOfModel } from './steps.ts'

/** Requests that 2.1.197 and later versions answer, some with an error because they lack a subject. */
const SINCE_197: { readonly [subtype: string]: JsonObject } = {
  get_context_usage: {},
  get_settings: {},
  get_session_cost: {},
  get_usage: {},
  get_binary_version: {},
  file_suggestions: { query: 'notes' },
  read_file: { path: 'notes.txt' },
  reload_skills: {},
  reload_plugins: {},
  rename_session: { title: 'About notes' },
  stop_task: { task_id: 'nobody' },
  seed_read_state: { path: 'notes.txt', mtime: 0 },
  apply_flag_settings: { settings: {} },
  cancel_async_message: { message_uuid: 'nobody' },
  generate_session_title: { description: 'Look at my notes' },
  side_question: { question: 'What do I do?' },
  remote_control: { enabled: false },
}

/** Requests that 2.1.325 answers, and no version up to 2.1.197. */
const SINCE_325: { readonly [subtype: string]: JsonObject } = {
  get_status: {},
  list_models: {},
  get_hooks_listing: {},
  list_permission_rules: {},
  get_plan: {},
  get_workspace_diff: {},
  reload_output_styles: {},
  get_task_output: { task_id: 'nobody' },
  update_settings: { source: 'localSettings', settings: { outputStyle: 'default' } },
  set_cwd: { path: '/nowhere' },
  export_conversation: {},
  set_has_subscribers: { has_subscribers: true },
  set_proactivity_level: { level: 'ask' },
}

const UNSUPPORTED = 'Unsupported control request subtype'
/** Stands for the response that a CLI does not send. */
const PASSED_OVER = { error: UNSUPPORTED }
const isUnsupported = ({ error }: JsonObject) => String(error).startsWith(UNSUPPORTED)

const orNothing = (error: unknown) => {
  if (!(error instanceof Unsupported)) throw error
}

/**
 * Checks whether the CLI knows each of these requests. If it knows only some, the verdict names the others. If it does not answer
 * the first at all, the check stops there.
 */
async function answersAll(
  cli: Driver,
  requests: { readonly [subtype: string]: JsonObject },
): Promise<Verdict> {
  const missing: string[] = []
  const [first, ...rest] = Object.entries(requests).map(([subtype, more]) => ({ subtype, ...more }))
  if (first !== undefined && isUnsupported(await cli.call(first))) missing.push(first.subtype)
  for (const request of rest)
    if (isUnsupported((await cli.call(request).catch(orNothing)) ?? PASSED_OVER))
      missing.push(request.subtype)
  if (missing.length === 0) return HOLDS
  if (missing.length > rest.length) throw new Unsupported('none of them is known')
  return { verdict: 'differs', saw: `all but ${missing.join(', ')}`, why: 'some are not known' }
}

/** Returns the response to a request; throws `Unsupported` if the CLI does not know it. */
async function asked(lab: Lab, subtype: string, more: JsonObject = {}): Promise<unknown> {
  const answer = await lab.shared().call({ subtype, ...more })
  if (isUnsupported(answer)) throw new Unsupported(String(answer.error))
  mustBe(answer, { subtype: 'success' }, `the answer to ${subtype}`)
  return answer.response
}

export const control: Group = {
  name: 'control requests',
  rules: [
    rule('R-CONTROL-45', 'requests are answered before initialize and during a turn', async (lab) => {
      const cli = lab.shared()
      mustBe(await cli.call({ subtype: 'mcp_status' }), { subtype: 'success' }, 'the first answer')
      lab.play(cli, [[{ text: 'Long', open: true }, { hold: 'during' }, { text: ' and over.' }]])
      await lab.held('during')
      mustBe(await cli.call({ subtype: 'mcp_status' }), { subtype: 'success' }, 'the answer in a turn')
      lab.model.release('during')
      mustBe(await cli.result(), { result: 'Long and over.' }, 'the result')
    }),
    rule('R-CONTROL-43', 'a quick request is answered before a slow one', async (lab) => {
      const cli = lab.shared()
      lab.script({ scripts: [{ prompt: 'a slow', replies: [[{ hold: 'side' }, { text: 'Slow.' }]] }] })
      let isAnswered = false
      const slow = cli.call({ subtype: 'side_question', question: 'a slow one' }).finally(() => {
        isAnswered = true
      })
      await Promise.race([lab.held('side'), slow])
      mustBe(
        await cli.call({ subtype: 'get_binary_version' }),
        { response: { version: aText } },
        'the quick one',
      )
      must(!isAnswered, 'the slow one is still open')
      lab.model.release('side')
      mustBe(await slow, { response: { response: 'Slow.' } }, 'the slow one')
    }),
    {
      id: 'R-CONTROL-46',
      title: 'an unknown subtype is an error',
      versions: differing('without error_code', 'with error_code', 'it gets no answer'),
      run: async (lab) => {
        const answer = await lab.shared().call({ subtype: 'dance' }).catch(orNothing)
        if (answer === undefined) return saw('it gets no answer')
        mustBe(
          answer,
          { subtype: 'error', error: 'Unsupported control request subtype: dance' },
          'the answer',
        )
        if (answer.error_code === undefined) return saw('without error_code')
        mustBe(answer.error_code, 'unsupported_request', 'error_code')
        return saw('with error_code')
      },
    },
    rule('R-CONTROL-48', 'a request without `request` ends it with 1', async (lab) => {
      const cli = lab.start()
      cli.write({ type: 'control_request', request_id: 'empty' })
      mustBe((await cli.ended()).exitCode, 1, 'the exit code')
    }),
    rule('R-CONTROL-49', 'a request without `request_id` is answered without one', async (lab) => {
      const cli = lab.start()
      cli.write({ type: 'control_request', request: { subtype: 'mcp_status' } })
      const answer = await cli.next({ type: 'control_response' })
      mustBe(answer.response, { subtype: 'success', request_id: undefined }, 'the answer')
    }),
    {
      id: 'R-CONTROL-51',
      title: 'set_model takes any name',
      versions: differing('no payload', 'the model'),
      run: async (lab) => {
        const cli = lab.shared()
        const answer = await cli.call({ subtype: 'set_model', model: 'claude-of-the-future' })
        mustBe(answer, { subtype: 'success' }, 'the answer')
        await cli.call({ subtype: 'set_model' })
        if (at(answer, 'response', 'model') === undefined) return saw('no payload')
        mustBe(at(answer, 'response', 'model'), 'claude-of-the-future', 'the model')
        return saw('the model')
      },
    },
    rule('R-CONTROL-53', 'set_model also appears as a local command', async (lab) => {
      const [told] = await toldOfModel(lab.shared())
      if (told === undefined) throw new Unsupported('nothing is sent')
      mustBe(textOf(told), /^<local-command-stdout>Set model to /, 'the message')
    }),
    {
      id: 'R-CONTROL-55',
      title: 'set_permission_mode with a mode that does not exist',
      versions: differing('success', 'error'),
      run: async (lab) => {
        const cli = lab.start()
        return saw(String((await cli.call({ subtype: 'set_permission_mode', mode: 'nonsense' })).subtype))
      },
    },
    {
      id: 'R-CONTROL-56',
      title: 'set_permission_mode with manual',
      versions: differing('manual', 'default'),
      run: async (lab) => {
        const { response } = await lab.start().call({ subtype: 'set_permission_mode', mode: 'manual' })
        return saw(String(at(response, 'mode')))
      },
    },
    rule('R-CONTROL-60', 'rewind_files needs file checkpointing', async (lab) => {
      const cli = lab.shared()
      const rewind = { subtype: 'rewind_files', user_message_id: crypto.randomUUID() }
      mustBe(await cli.call(rewind), { subtype: 'error', error: /not enabled/ }, 'the answer')
      const dry = await cli.call({ ...rewind, dry_run: true })
      mustBe(dry, { subtype: 'success', response: { canRewind: false } }, 'the answer to a dry run')
    }),
    rule('R-CONTROL-63', 'the requests that 2.1.197 and later versions answer', async (lab) => {
      lab.make('notes.txt', 'Some notes.')
      lab.script({ scripts: [], otherwise: [{ text: 'You ask.' }] })
      return answersAll(lab.shared(), SINCE_197)
    }),
    {
      id: 'R-CONTROL-64',
      title: 'the requests that 2.1.325 and later versions answer',
      run: (lab) => answersAll(lab.start(), SINCE_325),
    },
    rule('R-CONTROL-22', 'the answer to get_context_usage', async (lab) => {
      const wanted = {
        categories: aList,
        totalTokens: aNumber,
        maxTokens: aNumber,
        percentage: aNumber,
        model: aText,
      }
      mustBe(await asked(lab, 'get_context_usage'), wanted, 'the answer')
    }),
    rule('R-CONTROL-34', 'the answer to get_binary_version', async (lab) => {
      mustBe(await asked(lab, 'get_binary_version'), { version: /^\d+\.\d+\.\d+/ }, 'the answer')
    }),
    rule('R-CONTROL-24', 'the answer to list_models', async (lab) => {
      mustBe(await asked(lab, 'list_models'), { models: aList }, 'the answer')
    }),
    rule('R-CONTROL-28', 'the answer to list_permission_rules', async (lab) => {
      const state = { rules: aList, workspaceDirectories: aList, originalCwd: aText }
      mustBe(await asked(lab, 'list_permission_rules'), { state }, 'the answer')
    }),
    rule('R-CONTROL-66', 'side_question reports its progress', async (lab) => {
      const cli = lab.shared()
      const from = cli.here
      lab.script({ scripts: [], otherwise: [{ text: 'Quick.' }] })
      await cli.call({ subtype: 'side_question', question: 'A quick one?' })
      const [progress] = named(cli.since(from), 'control_request_progress')
      if (progress === undefined) throw new Unsupported('no control_request_progress')
      mustBe(progress, { status: 'started', request_id: aText }, 'the progress')
    }),
    rule('R-MCP-2', 'mcp_status is answered with an object', async (lab) => {
      mustBe(await asked(lab, 'mcp_status'), { mcpServers: [] }, 'the answer')
    }),
    rule('R-MCP-22', 'mcp_message to an unknown server is an empty success', async (lab) => {
      const message = { jsonrpc: '2.0', method: 'notifications/nothing' }
      await asked(lab, 'mcp_message', { server_name: 'nobody', message })
    }),
    rule('R-MCP-25', 'mcp_reconnect and mcp_toggle of an unknown server are errors', async (lab) => {
      const cli = lab.shared()
      const error = { subtype: 'error', error: /nobody/ }
      mustBe(await cli.call({ subtype: 'mcp_reconnect', serverName: 'nobody' }), error, 'mcp_reconnect')
      const toggle = { subtype: 'mcp_toggle', serverName: 'nobody', enabled: true }
      mustBe(await cli.call(toggle), error, 'mcp_toggle')
    }),
  ],
}
