/** The built-in scenarios. They run in any folder and change nothing in it. */
import type { Scenario } from '../scenario.ts'
import { bugFix } from './bug-fix.ts'
import { failures } from './failures.ts'
import { longAnswer } from './long-answer.ts'
import { planning } from './planning.ts'
import { questions } from './questions.ts'
import { subagents } from './subagents.ts'

/** Prompts to try, each with what it shows. */
export const OFFERS: readonly (readonly [prompt: string, shows: string])[] = [
  ['fix the bug', 'reads, an edit that asks for permission, a test run'],
  ['make a plan', 'plan mode, and a plan to approve'],
  ['ask me some questions', 'questions with options'],
  ['explain how it works', 'a long answer with headings, a table and code'],
  ['use subagents', 'two agents that work beside each other'],
  ['run something that fails', 'a tool that ends with an error'],
  ['what if the API is down', 'an outage that passes'],
]

const HELLO = `I am the Fairlead simulator: I speak the protocol of Claude Code, but no model stands behind me. \
What I say comes from scenarios. Try one of these:

${OFFERS.map(([prompt, shows]) => `- **${prompt}**: ${shows}`).join('\n')}

Anything else gets this answer.`

export const BUILT_IN: Scenario = {
  scripts: [
    ...bugFix.scripts,
    ...planning.scripts,
    ...questions.scripts,
    ...subagents.scripts,
    ...failures.scripts,
    ...longAnswer.scripts,
  ],
  otherwise: [{ text: HELLO }],
  side: [{ prompt: { pattern: 'title' }, reply: [{ text: '{"title": "A session with the simulator"}' }] }],
}
