/** Prompts and what the model does with them. A token names each prompt: in its text, in what tools write, in the last words. */
import type { Reply, Script, Step } from '../../../src/simulator/index.ts'
import type { Fault } from '../faults/table.ts'
import type { Random } from './random.ts'

export interface PlannedPrompt {
  readonly uuid: string
  readonly token: string
  readonly text: string
  /** What tools append to the file of side effects, a line each. */
  readonly effects: readonly string[]
  readonly script: Script
  /** What the clients decide when its tools ask. */
  readonly decision: 'allow' | 'deny'
}

/** In the working folder of all sessions. */
export const EFFECTS_FILE = 'effects.txt'

/** The last words of a prompt's script: it ran to its end. */
export const lastWords = (token: string) => `done ${token}.`

type Kind = (random: Random, token: string) => { replies: Reply[]; effects?: string[] }

const talk = (random: Random): Step => ({
  text: random.pick(['Let me see. ', 'Grüße, 你好, 🧭. ', 'One, two, three, four. ']),
  repeat: random.int(1, 12),
  chunk: random.int(3, 20),
})
const append = (effect: string): Step => ({
  tool: 'Bash',
  input: { command: `printf '%s\\n' ${effect} >> ${EFFECTS_FILE}`, description: 'Append a line' },
  run: true,
})
const end = (token: string): Reply => [{ text: lastWords(token) }]

const KINDS: Record<string, Kind> = {
  talk: (random, token) => ({ replies: [[talk(random), { text: lastWords(token) }]] }),
  slow: (random, token) => ({
    replies: [
      [
        { text: 'It begins ', open: true },
        { delay: random.int(200, 1500) },
        { text: 'and goes on. ' },
        { text: lastWords(token) },
      ],
    ],
  }),
  append: (random, token) => ({
    replies: [[talk(random), append(`${token}-a`)], end(token)],
    effects: [`${token}-a`],
  }),
  'append twice': (_, token) => ({
    replies: [[append(`${token}-a`)], [append(`${token}-b`)], end(token)],
    effects: [`${token}-a`, `${token}-b`],
  }),
  'append in parallel': (_, token) => ({
    replies: [[append(`${token}-a`), append(`${token}-b`)], end(token)],
    effects: [`${token}-a`, `${token}-b`],
  }),
  question: (_, token) => ({
    replies: [
      [
        {
          tool: 'AskUserQuestion',
          input: {
            questions: [
              {
                question: `Which one, ${token}?`,
                header: 'Choice',
                multiSelect: false,
                options: [
                  { label: 'The first', description: 'It is small' },
                  { label: 'The second', description: 'It is fast' },
                ],
              },
            ],
          },
        },
      ],
      end(token),
    ],
  }),
}

/** What goes wrong within a script, before its first or its last reply. */
const TROUBLES: Partial<Record<Fault, Step>> = {
  exit: { fault: 'exit=3' },
  stall: { fault: 'stall' },
  'api-error': { error: { status: 529, message: 'Overloaded', times: 2 } },
  'api-break': { break: true, times: 1 },
}

export function planPrompt(random: Random, token: string, faults: ReadonlySet<Fault>): PlannedPrompt {
  const kind = random.pick(Object.values(KINDS) as [Kind])
  const { replies, effects = [] } = kind(random, token)
  const troubles = (Object.keys(TROUBLES) as Fault[]).filter((name) => faults.has(name))
  // Drawn in any case: what comes later does not depend on which faults were chosen.
  const [isTroubled, which, where] = [random.chance(0.15), random.next(), random.int(0, replies.length - 1)]
  const trouble = troubles[Math.floor(which * troubles.length)]
  if (isTroubled && trouble) replies[where]?.unshift(TROUBLES[trouble] as Step)
  return {
    uuid: random.uuid(),
    token,
    text: `Please play ${token} to its end.`,
    effects,
    decision: random.chance(0.8) ? 'allow' : 'deny',
    script: {
      prompt: token,
      replies,
      failed: [{ text: `I leave it. ${lastWords(token)}` }],
    },
  }
}
