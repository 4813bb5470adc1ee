import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { Io } from '../io.ts'
import { textWidth } from '../terminal/cells.ts'
import { shortIds } from './short-id.ts'
import { type Column, tableText } from './table.ts'

const io = (columns?: number) =>
  ({
    stdout: Object.assign(new PassThrough(), columns ? { isTTY: true, columns } : {}),
    env: { NO_COLOR: '1' },
  }) as unknown as Io

interface Row {
  readonly id: string
  readonly text: string
  readonly extra: string
}
const COLUMNS: Column<Row>[] = [
  { head: 'ID', text: ({ id }) => id },
  { head: 'TEXT', text: ({ text }) => text, min: 10 },
  { head: 'EXTRA', text: ({ extra }) => extra, optional: 1, align: 'right' },
]
const ROWS = [
  { id: '1', text: 'a text that is rather long', extra: '7' },
  { id: '22', text: 'short', extra: '1234' },
]

test('in a pipe nothing is cut', () => {
  expect(tableText(COLUMNS, ROWS, io())).toBe(
    'ID  TEXT                        EXTRA\n1   a text that is rather long      7\n22  short                        1234\n',
  )
})

test('on a terminal texts are cut, then a column is left out', () => {
  expect(tableText(COLUMNS, ROWS, io(25))).toBe(
    'ID  TEXT            EXTRA\n1   a text that i…      7\n22  short            1234\n',
  )
  expect(tableText(COLUMNS, ROWS, io(20))).toBe('ID  TEXT\n1   a text that is…\n22  short\n')
})

test('one long text does not widen the other rows', () => {
  const columns = COLUMNS.map((column) => (column.head === 'TEXT' ? { ...column, max: 10 } : column))
  expect(tableText(columns, ROWS, io(60))).toBe(
    'ID  TEXT        EXTRA\n1   a text th…      7\n22  short        1234\n',
  )
  expect(tableText(columns, ROWS, io())).toBe(
    'ID  TEXT        EXTRA\n1   a text that is rather long      7\n22  short        1234\n',
  )
})

test.each([12, 20, 33])('no line is longer than %i columns', (columns) => {
  for (const line of tableText(COLUMNS, ROWS, io(columns)).split('\n'))
    expect(textWidth(line)).toBeLessThanOrEqual(Math.max(20, columns))
})

test('signs that take two columns do not push the others out of line', () => {
  const rows = [{ id: '1', text: '日本語日本語日本語', extra: '7' }, ...ROWS]
  const [, first = '', second = ''] = tableText(COLUMNS, rows, io(25)).split('\n')
  expect(first).toMatch(/^1 {3}日本語日本語…/)
  expect(textWidth(first)).toBe(textWidth(second))
})

test('control characters of a text do not reach the terminal', () => {
  const row = { id: '1', text: 'a\x1b]0;title\x07b\nc', extra: '' }
  expect(tableText(COLUMNS, [row], io(60))).toBe('ID  TEXT  EXTRA\n1   ab c\n')
})

test('short ids are as long as it takes to tell them apart', () => {
  const ids = ['12345678-a', '12345678-b', '9']
  expect(ids.map(shortIds(ids))).toEqual(['12345678-a', '12345678-b', '9'])
  expect(shortIds(['abcdefghijk', 'xyz'])('abcdefghijk')).toBe('abcdefgh')
})
