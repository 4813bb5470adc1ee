import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '../../protocol/json.ts'
import { conversations, systemPrompt } from '../asked-model.ts'
import { inputOf } from '../driver.ts'
import { type Lab, PROMPT } from '../lab.ts'
import { aList, anObject, aText, at, something } from '../match.ts'
import { named, namesOf, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw, Unsupported } from '../verdict.ts'

const initialize = (more: JsonObject = {}) => ({ subtype: 'initialize', ...more })
const request = (what: JsonObject) => ({ type: 'control_request', request_id: 'together', request: what })
const prompt = (more: JsonObject = {}) => ({
  type: 'user',
  message: { role: 'user', content: PROMPT },
  ...more,
})

/** The response to the first `initialize` of a process. */
const initialized = (lab: Lab) => lab.once('initialized', () => lab.start().call(initialize()))

/** Returns the system prompt that the model gets after an `initialize` with these fields. */
async function promptAfter(lab: Lab, more: JsonObject): Promise<string> {
  const cli = lab.start()
  await cli.call(initialize(more))
  lab.play(cli, [[{ text: 'Aye.' }]])
  await cli.result()
  return systemPrompt(lab.model)
}

const TEXT_OR_LIST = 'from a text or a list of texts'
/** How long to listen for silence, in milliseconds. */
const SILENCE = 1500

export const start: Group = {
  name: 'start',
  rules: [
    rule('R-INIT-1', 'it is silent until the host has written', async (lab) => {
      const cli = lab.start()
      await sleep(SILENCE)
      must(cli.messages.length === 0, 'nothing comes before the host writes')
      must(cli.ending === undefined, 'it lives')
      await cli.settled()
    }),
    rule('R-INIT-2', 'approvals work without initialize', async (lab) => {
      const cli = lab.start()
      lab.play(cli, [[write(lab.path('no-initialize.txt'))]])
      const asked = await cli.asked()
      cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked) })
      await cli.result()
      must(lab.has('no-initialize.txt'), 'the file is written')
    }),
    {
      id: 'R-INIT-3',
      title: 'initialize may come before, with or after the first prompt',
      versions: differing('after it too', 'after it too', 'not after it'),
      run: async (lab) => {
        const first = lab.start()
        mustBe(await first.call(initialize()), { subtype: 'success' }, 'initialize before')
        lab.play(first, [[{ text: 'Hello.' }]])
        mustBe(await first.result(), { result: 'Hello.' }, 'the turn after it')
        const second = lab.start()
        lab.play(second, [[{ text: 'Hello.' }]])
        await second.result()
        return saw((await second.call(initialize())).subtype === 'success' ? 'after it too' : 'not after it')
      },
    },
    {
      id: 'R-INIT-4',
      title: 'initialize may be sent again',
      versions: differing('it succeeds', 'it succeeds', 'it is refused'),
      run: async (lab) => {
        const cli = lab.start()
        mustBe(await cli.call(initialize()), { subtype: 'success' }, 'the first initialize')
        const again = [await cli.call(initialize()), await cli.call(initialize())].map((it) => it.subtype)
        if (again.every((it) => it === 'error')) return saw('it is refused')
        mustBe(again, ['success', 'success'], 'the answers to the others')
        return saw('it succeeds')
      },
    },
    rule('R-INIT-5', 'initialize and a prompt at once: answer, init, turn', async (lab) => {
      const cli = lab.start()
      lab.script({ scripts: [{ prompt: PROMPT, replies: [[{ text: 'Hello.' }]] }] })
      cli.write(request(initialize()), prompt())
      await cli.result()
      mustBe(
        namesOf(cli.messages, 'control_response', 'init', 'assistant', 'result'),
        ['control_response', 'init', 'assistant', 'result'],
        'the order',
      )
    }),
    rule('R-INIT-6', 'command_lifecycle may come before both', async (lab) => {
      const cli = lab.start()
      lab.script({ scripts: [{ prompt: PROMPT, replies: [[{ text: 'Hello.' }]] }] })
      cli.write(request(initialize()), prompt({ uuid: 'first-prompt' }))
      await cli.result()
      const names = namesOf(cli.messages)
      if (!names.includes('command_lifecycle')) throw new Unsupported('no command_lifecycle')
      must(names.indexOf('command_lifecycle') < names.indexOf('init'), 'it comes before system/init')
    }),
    rule('R-INIT-8', 'system/init opens every turn', async (lab) => {
      const cli = lab.shared()
      for (const prompt of ['one', 'two', '/context']) {
        cli.skip()
        const from = cli.here
        cli.prompt(prompt)
        await cli.result()
        const names = namesOf(cli.since(from), 'init', 'assistant', 'result')
        mustBe([names[0], names.at(-1)], ['init', 'result'], `the turn of "${prompt}"`)
        must(names.filter((name) => name === 'init').length === 1, 'there is one')
      }
    }),
    rule('R-INIT-9', 'system/init has the mode and model of its turn', async (lab) => {
      const cli = lab.shared()
      await cli.call({ subtype: 'set_permission_mode', mode: 'acceptEdits' })
      await cli.call({ subtype: 'set_model', model: 'claude-haiku-4-5' })
      lab.play(cli, [[{ text: 'Hello.' }]])
      const init = await cli.next({ type: 'system', subtype: 'init' })
      mustBe(init, { permissionMode: 'acceptEdits', model: /haiku-4-5/ }, 'init')
      await cli.result()
      await cli.call({ subtype: 'set_permission_mode', mode: 'default' })
      await cli.call({ subtype: 'set_model' })
    }),
    rule('R-INIT-10', 'initialize repeats an open approval', async (lab) => {
      const cli = lab.shared()
      lab.play(cli, [[write(lab.path('told-again.txt'))]])
      const { request_id, request } = await cli.asked()
      const answer = await cli.call(initialize())
      const { tool_name, tool_use_id } = request as JsonObject
      mustBe(
        answer.pending_permission_requests,
        [
          {
            type: 'control_request',
            request_id,
            request: { subtype: 'can_use_tool', tool_name, tool_use_id },
          },
        ],
        'pending_permission_requests',
      )
      cli.answer({ request_id }, { behavior: 'deny', message: 'No.' })
      await cli.result()
    }),
    {
      id: 'R-INIT-11',
      title: 'initialize sets and extends the system prompt',
      versions: differing(TEXT_OR_LIST, TEXT_OR_LIST, 'from a text'),
      run: async (lab) => {
        const pilot = 'Speak like a harbour pilot.'
        const replaced = await promptAfter(lab, { systemPrompt: pilot })
        must(replaced.includes(pilot), 'systemPrompt reaches the model')
        const extended = await promptAfter(lab, { appendSystemPrompt: 'Mind the tide.' })
        must(extended.includes('Mind the tide.'), 'appendSystemPrompt reaches the model')
        must(extended.length > replaced.length, 'the own prompt stays there with appendSystemPrompt')
        const listed = await promptAfter(lab, { systemPrompt: [pilot] })
        return saw(listed.includes(pilot) ? TEXT_OR_LIST : 'from a text')
      },
    },
    rule('R-INIT-13', 'initialize defines sub-agents', async (lab) => {
      const cli = lab.start()
      const pilot = { description: 'Brings ships in', prompt: 'You are the harbour pilot.' }
      await cli.call(initialize({ agents: { pilot } }))
      lab.script({
        scripts: [
          {
            prompt: PROMPT,
            replies: [
              [
                {
                  tool: 'Task',
                  input: { description: 'Pilot', prompt: 'bring her in', subagent_type: 'pilot' },
                },
              ],
            ],
          },
          { prompt: 'bring her in', replies: [[{ text: 'She is in.' }]] },
        ],
      })
      cli.prompt(PROMPT)
      await cli.result()
      const isPilot = () =>
        conversations(lab.model).some(({ system }) => JSON.stringify(system).includes('harbour pilot'))
      await lab.model.waitForRequest(isPilot)
    }),
    rule('R-TYPE-4', 'the fields of system/init', async (lab) => {
      const cli = lab.shared()
      lab.play(cli, [[{ text: 'Hello.' }]])
      const init = await cli.next({ type: 'system', subtype: 'init' })
      await cli.result()
      const texts = ['cwd', 'session_id', 'model', 'permissionMode', 'apiKeySource', 'output_style', 'uuid']
      for (const name of [...texts, 'claude_code_version']) mustBe(init[name], aText, name)
      for (const name of ['tools', 'mcp_servers', 'slash_commands', 'skills', 'plugins'])
        mustBe(init[name], aList, name)
      mustBe(init.cwd, lab.cwd, 'cwd')
    }),
    rule('R-CONTROL-10', 'the answer to initialize', async (lab) => {
      const { response } = await initialized(lab)
      mustBe(
        response,
        {
          commands: aList,
          output_style: aText,
          available_output_styles: aList,
          models: aList,
          account: anObject,
        },
        'the answer',
      )
    }),
    rule('R-CONTROL-11', 'commands and models in it', async (lab) => {
      const { response } = await initialized(lab)
      mustBe(
        at(response, 'models', 0),
        { value: aText, displayName: aText, description: something },
        'a model',
      )
      mustBe(at(response, 'commands', 0), { name: aText, description: something }, 'a command')
    }),
    rule('R-INIT-15', 'after a repeated initialize the background tasks are listed again', async (lab) => {
      const cli = lab.shared()
      await cli.call(initialize())
      const seen = await cli.during(() => cli.call(initialize()))
      const told = named(seen, 'background_tasks_changed')
      if (told.length === 0) throw new Unsupported('no background_tasks_changed')
      mustBe(told.at(-1)?.tasks, [], 'its tasks')
    }),
  ],
}
