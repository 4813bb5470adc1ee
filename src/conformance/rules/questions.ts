import type { JsonObject } from '../../protocol/json.ts'
import { inputOf } from '../driver.ts'
import type { Lab } from '../lab.ts'
import { anObject, aText, at } from '../match.ts'
import { named, resultsIn, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw } from '../verdict.ts'
import { allow, askedOrOver, DENY, decided, modesIn, suggestionsOf } from './steps.ts'

const option = (label: string) => ({ label, description: `Takes ${label}` })
const question = {
  question: 'Which?',
  header: 'Which',
  options: [option('One'), option('Two')],
  multiSelect: true,
}

/** Makes the model ask a question, and answers with this. */
function answered(lab: Lab, answer: (input: JsonObject) => unknown) {
  const tool = { tool: 'AskUserQuestion', input: { questions: [question] } }
  return decided(lab, tool, (asked) => answer(inputOf(asked)))
}

const withAnswers = (answers: JsonObject) => (input: JsonObject) => ({
  behavior: 'allow',
  updatedInput: { ...input, answers },
})

/** Makes the model present a plan in plan mode, and answers with this. */
async function planned(lab: Lab, answer: (asked: JsonObject) => unknown) {
  const cli = lab.start()
  await cli.call({ subtype: 'set_permission_mode', mode: 'plan' })
  await cli.settled()
  const turn = await decided(lab, exit, answer, cli)
  return { ...turn, modes: modesIn(turn.seen) }
}

const exit = { tool: 'ExitPlanMode', input: { plan: 'First this, then that.' } }

export const questions: Group = {
  name: 'questions and plans',
  rules: [
    rule('R-ASK-1', 'AskUserQuestion leads to can_use_tool', async (lab) => {
      const { asked } = await answered(lab, withAnswers({ 'Which?': 'One' }))
      mustBe(asked.request, { tool_name: 'AskUserQuestion', input: { questions: [question] } }, 'the request')
    }),
    rule('R-ASK-2', 'it is answered with the questions and the answers', async (lab) => {
      const { told } = await answered(lab, withAnswers({ 'Which?': 'One' }))
      mustBe(told, { isError: false, text: /One/ }, 'the tool result')
    }),
    rule('R-ASK-4', 'several labels as one text, or as a list', async (lab) => {
      for (const labels of ['One, Two', ['One', 'Two']]) {
        const { told } = await answered(lab, withAnswers({ 'Which?': labels }))
        mustBe(told, { isError: false, text: /One, ?Two/ }, 'the tool result')
      }
    }),
    rule('R-ASK-5', 'an answer may be free text', async (lab) => {
      const { told } = await answered(lab, withAnswers({ 'Which?': 'Neither, a third' }))
      mustBe(told, { isError: false, text: /Neither, a third/ }, 'the tool result')
    }),
    {
      id: 'R-ASK-6',
      title: 'without answers: what the model reads',
      versions: differing('that there is none', 'that there is none', 'that the answer has no content'),
      run: async (lab) => {
        const { told } = await answered(lab, withAnswers({}))
        mustBe(told, { isError: false, text: /answer/ }, 'the tool result')
        return saw(
          told?.text.includes('did not answer') ? 'that there is none' : 'that the answer has no content',
        )
      },
    },
    {
      id: 'R-ASK-7',
      title: 'answers without questions are against the schema',
      versions: differing('refused', 'refused', 'taken'),
      run: async (lab) => {
        const updatedInput = { answers: { 'Which?': 'One' } }
        const { told } = await answered(lab, () => ({ behavior: 'allow', updatedInput }))
        if (told?.isError === false) return saw('taken')
        mustBe(told, { isError: true, text: /schema/ }, 'the tool result')
        return saw('refused')
      },
    },
    rule('R-ASK-8', 'a denied question gives its message', async (lab) => {
      const { told } = await answered(lab, () => ({ behavior: 'deny', message: 'Ask me later.' }))
      mustBe(told, { isError: true, text: 'Ask me later.' }, 'the tool result')
    }),
    rule('R-ASK-9', 'tool_use_result has questions and answers', async (lab) => {
      const { seen } = await answered(lab, withAnswers({ 'Which?': 'Two' }))
      const [result] = named(seen, 'tool_result')
      mustBe(result?.tool_use_result, { questions: [anObject], answers: { 'Which?': 'Two' } }, 'it')
    }),
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
    rule('R-ASK-12', 'an approved plan restores the mode before', async (lab) => {
      const { modes, told } = await planned(lab, (it) => allow(it))
      mustBe(modes, ['default'], 'the modes reported')
      mustBe(told, { isError: false, text: aText }, 'the tool result')
    }),
    rule('R-ASK-13', 'an approved plan with setMode sets that mode', async (lab) => {
      const setMode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
      const { modes } = await planned(lab, (it) => allow(it, { updatedPermissions: [setMode] }))
      mustBe(modes.at(-1), 'acceptEdits', 'the last mode reported')
    }),
    rule('R-ASK-14', 'a denied plan stays in plan mode', async (lab) => {
      const { cli, modes } = await planned(lab, () => ({ behavior: 'deny', message: 'Think again.' }))
      mustBe(modes, [], 'the modes reported')
      lab.play(cli, [[{ text: 'Still.' }]])
      const init = await cli.next({ type: 'system', subtype: 'init' })
      mustBe(init.permissionMode, 'plan', 'permissionMode')
      await cli.result()
    }),
    rule('R-ASK-15', 'EnterPlanMode needs no approval', async (lab) => {
      const cli = lab.start()
      lab.play(cli, [[{ tool: 'EnterPlanMode', input: {} }]])
      mustBe(await askedOrOver(cli), { type: 'result' }, 'what comes')
    }),
    {
      id: 'R-ASK-16',
      title: 'ExitPlanMode outside plan mode is a tool error',
      versions: differing('an error', 'an error', 'asked about'),
      run: async (lab) => {
        const cli = lab.start()
        lab.play(cli, [[exit]])
        if ((await askedOrOver(cli)).type === 'control_request') return saw('asked about')
        mustBe(resultsIn(cli.messages), [{ isError: true }], 'the tool result')
        return saw('an error')
      },
    },
    rule('R-PERM-13', 'one request may suggest several kinds of updates', async (lab) => {
      const { asked } = await decided(lab, write(`${lab.home}/outside/of-work.txt`), () => DENY)
      const kinds = new Set(suggestionsOf(asked).map(({ type }) => type))
      must(kinds.size > 1, 'there are several kinds')
    }),
  ],
}
