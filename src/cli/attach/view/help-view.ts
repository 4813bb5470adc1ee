import { textWidth } from '../../terminal/cells.ts'
import { bold, cyan } from '../../terminal/style.ts'

const KEYS: readonly (readonly [head: string, rows: readonly (readonly [key: string, words: string])[]])[] = [
  [
    'Something asks',
    [
      ['y', 'allow'],
      ['a', 'always: shows what is remembered'],
      ['e  E', 'edit first; E in $EDITOR'],
      ['n', 'deny, with a message'],
      ['N', 'deny and stop the turn'],
      ['i', 'write; Esc comes back'],
    ],
  ],
  [
    'Everywhere',
    [
      ['Tab', 'list or session'],
      ['Ctrl-G', 'the next that needs you'],
      ['Ctrl-N', 'new session'],
      ['Ctrl-T', 'mode, model, close'],
      ['Shift-Tab', 'next mode'],
      ['Ctrl-Q', 'the queue: edit, take back'],
      ['PgUp PgDn', 'read; arrows and the wheel too'],
      ['Ctrl-Home/End', 'first line, last line'],
      ['Ctrl-O', 'thinking and output in full'],
      ['Ctrl-L', 'draw anew'],
      ['Ctrl-Z', 'to the shell; fg comes back'],
      ['Ctrl-C twice', 'leave; the sessions go on'],
    ],
  ],
  [
    'List',
    [
      ['↑ ↓  j k', 'choose'],
      ['Enter', 'go to the session'],
      ['n', 'new session'],
      ['i', 'write'],
      ['q', 'leave; the sessions go on'],
    ],
  ],
  [
    'Session',
    [
      ['Enter', 'send; while it works: ask when'],
      ['Alt-Enter, Ctrl-J', 'new line'],
      ['Esc', 'interrupt; when idle: the list'],
    ],
  ],
]
const KEY_WIDTH = 18
const COLUMN = 54

export function helpLines(width: number): string[] {
  const blocks = KEYS.map(([head, rows]) => [
    bold(head),
    ...rows.map(([key, words]) => `${cyan(key)}${' '.repeat(Math.max(1, KEY_WIDTH - key.length))}${words}`),
    '',
  ])
  if (width < COLUMN * 2) return blocks.flat().slice(0, -1)
  const [left, right] = [blocks.slice(0, 2).flat(), blocks.slice(2).flat()]
  return Array.from({ length: Math.max(left.length, right.length) - 1 }, (_, index) => {
    const line = left[index] ?? ''
    const gap = COLUMN - textWidth(line)
    return `${line}${' '.repeat(Math.max(1, gap))}${right[index] ?? ''}`
  })
}
