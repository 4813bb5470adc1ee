/** Tools that a person answers: questions and plans. The host has answered before they run; its answer is their input. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { failed, type Tool } from './tool.ts'

export const askTool: Tool = {
  name: 'AskUserQuestion',
  description: 'Asks the user.',
  required: { questions: 'array' },
  optional: { answers: 'object', annotations: 'object' },
  check({ questions }) {
    const count = Array.isArray(questions) ? questions.length : 0
    return count >= 1 && count <= 4 ? undefined : 'The parameter `questions` must have 1 to 4 elements'
  },
  isConcurrent: () => true,
  async run(input, { agent }) {
    const questions = Array.isArray(input.questions) ? input.questions.filter(isObject) : []
    const given = isObject(input.answers) ? input.answers : {}
    const answers = Object.fromEntries(
      Object.entries(given).map(([question, answer]) => [
        question,
        Array.isArray(answer) ? answer.join(',') : answer,
      ]),
    )
    const said = Object.entries(answers).map(([question, answer]) => `"${question}"="${answer}"`)
    if (agent.profile.isFirst) {
      const content = `User has answered your questions: ${said.join(', ')}. You can now continue with the user's answers in mind.`
      return { content, result: { questions, answers } }
    }
    if (said.length === 0)
      return { content: 'The user did not answer the questions.', result: { questions, answers } }
    const isFree =
      !agent.profile.isOld && !Object.values(answers).every((answer) => isOffered(questions, String(answer)))
    const content = isFree
      ? `The user answered: ${said.join(', ')}. Read the answers carefully — they may request clarification, ` +
        'changes, or that you not proceed — and follow what they actually say.'
      : `Your questions have been answered: ${said.join(', ')}. You can now continue with these answers in mind.`
    return { content, result: { questions, answers } }
  },
}

function isOffered(questions: JsonObject[], answer: string): boolean {
  const labels = questions.flatMap(({ options }) => (Array.isArray(options) ? options.filter(isObject) : []))
  const all = labels.map(({ label }) => String(label))
  return answer.split(/, ?/).every((part) => all.includes(part))
}

export const enterPlanTool: Tool = {
  name: 'EnterPlanMode',
  description: 'Begins to plan.',
  required: {},
  isConcurrent: () => false,
  async run(_input, { agent }) {
    agent.modes.set('plan')
    const message =
      'Entered plan mode. You should now focus on exploring the codebase and designing an implementation approach.'
    return {
      content: `${message}\n\nIn plan mode, you should:\n1. Thoroughly explore the codebase to understand existing patterns`,
      result: { message },
    }
  },
}

export const exitPlanTool: Tool = {
  name: 'ExitPlanMode',
  description: 'Presents the plan.',
  required: {},
  optional: { plan: 'string' },
  isConcurrent: () => false,
  async run(input, { agent }) {
    const { isFirst } = agent.profile
    if (agent.modes.mode !== 'plan' && !isFirst) return failed(NOT_PLANNING)
    const filePath = planFile(agent)
    const plan = typeof input.plan === 'string' ? input.plan : planIn(agent)
    if (plan !== null && plan !== undefined) {
      mkdirSync(dirname(filePath), { recursive: true })
      writeFileSync(filePath, plan)
    }
    if (agent.modes.mode === 'plan') agent.modes.set(agent.modes.beforePlan)
    if (plan === undefined || plan === null) {
      return {
        content: 'User has approved exiting plan mode. You can now proceed.',
        result: { plan: null, isAgent: false, filePath },
      }
    }
    const saved = `Your plan has been saved to: ${filePath}\nYou can refer back to it if needed during implementation.`
    return {
      content: `User has approved your plan. You can now start coding.\n\n${saved}\n\n## Approved Plan:\n${plan}`,
      result: { plan, isAgent: false, filePath },
    }
  },
}

export const NOT_PLANNING =
  'You are not in plan mode. This tool is only for exiting plan mode after writing a plan. If your plan was already ' +
  'approved, continue with implementation.'

/** One file for each session, with a name that a person can say. */
export function planFile({ places, session }: Agent): string {
  const adjectives = ['hashed', 'temporal', 'scalable', 'curious', 'gentle', 'steady', 'brisk', 'quiet']
  const nouns = ['stardust', 'harbor', 'meadow', 'lantern', 'anchor', 'willow', 'comet', 'pebble']
  const pick = (list: string[], at: number) =>
    list[Number.parseInt(session.id.slice(at, at + 2), 16) % list.length]
  return places.plan(`${pick(adjectives, 0)}-${pick(nouns, 2)}-${session.id.slice(4, 8)}`)
}

export function planIn(agent: Agent): string | undefined {
  const file = planFile(agent)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * The input that the agent sends to the host for approval: the plan comes from the plan's file. 2.1.197 keeps the model's own
 * plan.
 */
export function planInput(agent: Agent, input: JsonObject): JsonObject {
  const plan = planIn(agent)
  const { plan: own, ...rest } = input
  const said = own !== undefined && agent.profile.isOld ? { plan: own } : {}
  return plan === undefined ? { ...rest, ...said } : { ...rest, plan, planFilePath: planFile(agent) }
}
