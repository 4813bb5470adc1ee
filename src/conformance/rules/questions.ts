/** Questions to the user, and plans. */
import type { JsonObject } from '../../protocol/json.ts'
import { inputOf } from '../driver.ts'
import { ASK, type Lab, STREAM } from '../lab.ts'
import { anObject, aText, at } from '../match.ts'
import { named, resultsIn, write } from '../names.ts'
import { differing, type Group } from '../rule.ts'
import { HOLDS, must, mustBe, saw } from '../verdict.ts'

const option = (label: string) => ({ label, description: `Takes ${label}` })
const question = {
  question: 'Which?',
  header: 'Which',
  options: [option('One'), option('Two')],
  multiSelect: true,
}

/** Has the model ask, and answers with this. */
async function answered(lab: Lab, answer: (input: JsonObject) => unknown) {
  const cli = lab.shared()
  const from = cli.here
  lab.play(cli, [[{ tool: 'AskUserQuestion', input: { questions: [question] } }]])
  const asked = await cli.asked()
  cli.answer(asked, answer(inputOf(asked)))
  await cli.result()
  const seen = cli.since(from)
  return { asked, seen, told: resultsIn(seen)[0] }
}

const withAnswers = (answers: JsonObject) => (input: JsonObject) => ({
  behavior: 'allow',
  updatedInput: { ...input, answers },
})

/** Has the model present a plan, in plan mode, and answers with this. */
async function planned(lab: Lab, answer: (asked: JsonObject) => unknown, replies = [[exit]]) {
  const cli = lab.start({ args: [...STREAM, ...ASK, '--permission-mode', 'default'] })
  await cli.call({ subtype: 'set_permission_mode', mode: 'plan' })
  lab.play(cli, replies)
  const asked = await cli.asked()
  const from = cli.here
  cli.answer(asked, answer(asked))
  await cli.result()
  const modes = named(cli.since(from), 'status').flatMap(({ permissionMode }) => permissionMode ?? [])
  return { cli, asked, modes, told: resultsIn(cli.since(from))[0] }
}

const exit = { tool: 'ExitPlanMode', input: { plan: 'First this, then that.' } }
const allow = (asked: JsonObject, more: JsonObject = {}) => ({
  behavior: 'allow',
  updatedInput: inputOf(asked),
  ...more,
})

export const questions: Group = {
  name: 'questions and plans',
  rules: [
    {
      id: 'R-ASK-1',
      title: 'AskUserQuestion leads to can_use_tool',
      run: async (lab) => {
        const { asked } = await answered(lab, withAnswers({ 'Which?': 'One' }))
        mustBe(
          asked.request,
          { tool_name: 'AskUserQuestion', input: { questions: [question] } },
          'the request',
        )
        return HOLDS
      },
    },
    {
      id: 'R-ASK-2',
      title: 'it is answered with the questions and the answers',
      run: async (lab) => {
        const { told } = await answered(lab, withAnswers({ 'Which?': 'One' }))
        mustBe(told, { isError: false, text: /One/ }, 'the tool result')
        return HOLDS
      },
    },
    {
      id: 'R-ASK-4',
      title: 'several labels as one text, or as a list',
      run: async (lab) => {
        for (const labels of ['One, Two', ['One', 'Two']]) {
          const { told } = await answered(lab, withAnswers({ 'Which?': labels }))
          mustBe(told, { isError: false, text: /One, ?Two/ }, 'the tool result')
        }
        return HOLDS
      },
    },
    {
      id: 'R-ASK-5',
      title: 'an answer may be free text',
      run: async (lab) => {
        const { told } = await answered(lab, withAnswers({ 'Which?': 'Neither, a third' }))
        mustBe(told, { isError: false, text: /Neither, a third/ }, 'the tool result')
        return HOLDS
      },
    },
    {
      id: 'R-ASK-6',
      title: 'no answers: the model is told so',
      run: async (lab) => {
        const { told } = await answered(lab, withAnswers({}))
        mustBe(told?.text, /did not answer/, 'the tool result')
        return HOLDS
      },
    },
    {
      id: 'R-ASK-7',
      title: 'answers without questions are against the schema',
      run: async (lab) => {
        const updatedInput = { answers: { 'Which?': 'One' } }
        const { told } = await answered(lab, () => ({ behavior: 'allow', updatedInput }))
        mustBe(told, { isError: true, text: /schema/ }, 'the tool result')
        return HOLDS
      },
    },
    {
      id: 'R-ASK-8',
      title: 'a denied question gives its message',
      run: async (lab) => {
        const { told } = await answered(lab, () => ({ behavior: 'deny', message: 'Ask me later.' }))
        mustBe(told, { isError: true, text: 'Ask me later.' }, 'the tool result')
        return HOLDS
      },
    },
    {
      id: 'R-ASK-9',
      title: 'tool_use_result has questions and answers',
      run: async (lab) => {
        const { seen } = await answered(lab, withAnswers({ 'Which?': 'Two' }))
        const [result] = named(seen, 'tool_result')
        mustBe(result?.tool_use_result, { questions: [anObject], answers: { 'Which?': 'Two' } }, 'it')
        return HOLDS
      },
    },
    {
      id: 'R-ASK-11',
      title: 'a plan in the input of ExitPlanMode',
      versions: differing('kept', 'dropped'),
      run: async (lab) => {
        const { asked } = await planned(lab, (it) => allow(it))
        mustBe(at(asked, 'request', 'tool_name'), 'ExitPlanMode', 'the tool')
        return saw(inputOf(asked).plan === undefined ? 'dropped' : 'kept')
      },
    },
    {
      id: 'R-ASK-12',
      title: 'an approved plan restores the mode before',
      run: async (lab) => {
        const { modes, told } = await planned(lab, (it) => allow(it))
        mustBe(modes, ['default'], 'the modes told')
        mustBe(told, { isError: false, text: aText }, 'the tool result')
        return HOLDS
      },
    },
    {
      id: 'R-ASK-13',
      title: 'an approved plan with setMode sets that mode',
      run: async (lab) => {
        const setMode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
        const { modes } = await planned(lab, (it) => allow(it, { updatedPermissions: [setMode] }))
        mustBe(modes.at(-1), 'acceptEdits', 'the last mode told')
        return HOLDS
      },
    },
    {
      id: 'R-ASK-14',
      title: 'a denied plan stays in plan mode',
      run: async (lab) => {
        const { cli, modes } = await planned(lab, () => ({ behavior: 'deny', message: 'Think again.' }))
        mustBe(modes, [], 'the modes told')
        lab.play(cli, [[{ text: 'Still.' }]])
        const init = await cli.next({ type: 'system', subtype: 'init' })
        mustBe(init.permissionMode, 'plan', 'permissionMode')
        await cli.result()
        return HOLDS
      },
    },
    {
      id: 'R-ASK-15',
      title: 'EnterPlanMode is not asked about',
      run: async (lab) => {
        const cli = lab.start()
        lab.play(cli, [[{ tool: 'EnterPlanMode', input: {} }]])
        const next = await cli.next(({ type }: JsonObject) => type === 'control_request' || type === 'result')
        mustBe(next.type, 'result', 'what comes')
        return HOLDS
      },
    },
    {
      id: 'R-ASK-16',
      title: 'ExitPlanMode outside plan mode is a tool error',
      run: async (lab) => {
        const cli = lab.start()
        lab.play(cli, [[exit]])
        const next = await cli.next(({ type }: JsonObject) => type === 'control_request' || type === 'result')
        mustBe(next.type, 'result', 'what comes')
        mustBe(resultsIn(cli.messages), [{ isError: true }], 'the tool result')
        return HOLDS
      },
    },
    {
      id: 'R-PERM-13',
      title: 'one request may suggest several kinds of updates',
      run: async (lab) => {
        const cli = lab.start()
        lab.play(cli, [[write(`${lab.home}/outside/of-work.txt`)]])
        const asked = await cli.asked()
        const suggested = (at(asked, 'request', 'permission_suggestions') ?? []) as JsonObject[]
        must(new Set(suggested.map(({ type }) => type)).size > 1, 'there are several kinds')
        cli.answer(asked, { behavior: 'deny', message: 'No.' })
        await cli.result()
        return HOLDS
      },
    },
  ],
}
