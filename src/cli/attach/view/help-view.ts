import { textWidth } from '../../terminal/cells.ts'
import { bold, cyan } from '../../terminal/style.ts'

const KEYS: readonly (readonly [head: string, rows: readonly (readonly [key: string, words: string])[]])[] = [
  [
    'Approval',
    [
      ['y', 'allow'],
      ['a', 'allow and remember: shows the rules'],
      ['e  E', 'edit before allowing; E in $EDITOR'],
      ['n', 'deny, with a message'],
      ['N', 'deny and stop the turn'],
      ['i', 'write a message; Esc returns'],
      ['q', 'quit; sessions keep running'],
    ],
  ],
  [
    'Everywhere',
    [
      ['Tab', 'switch between list and session'],
      ['Ctrl-G', 'next session that needs you'],
      ['Ctrl-N', 'new session'],
      ['Ctrl-R', 'changes: review, comment, commit'],
      ['Ctrl-T', 'mode, model, close, archive'],
      ['Shift-Tab', 'next mode'],
      ['Ctrl-Q', 'queued messages: edit, cancel'],
      ['PgUp PgDn', 'scroll; also arrows and wheel'],
      ['Ctrl-Home/End', 'to the start, to the end'],
      ['Ctrl-O', 'show thinking and full output'],
      ['Ctrl-L', 'redraw the screen'],
      ['Ctrl-Z', 'suspend; fg returns'],
      ['Ctrl-C twice', 'quit; sessions keep running'],
    ],
  ],
  [
    'List',
    [
      ['↑ ↓  j k', 'choose'],
      ['Enter', 'open the session'],
      ['n', 'new session'],
      ['c', 'changes of the session'],
      ['p', 'by project, or by what they do'],
      ['i', 'write'],
      ['q', 'quit; sessions keep running'],
    ],
  ],
  [
    'Session',
    [
      ['Enter', 'send; during a turn: choose when'],
      ['Alt-Enter, Ctrl-J', 'new line'],
      ['Esc', 'interrupt; when idle: go to the list'],
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
