import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { textWidth } from './cells.ts'
import { qrLines } from './qr.ts'

/** Upper and lower half of each block. */
const HALVES: Readonly<Record<string, readonly [boolean, boolean]>> = {
  ' ': [false, false],
  '▀': [true, false],
  '▄': [false, true],
  '█': [true, true],
}
const finder = [
  '11111110',
  '10000010',
  '10111010',
  '10111010',
  '10111010',
  '10000010',
  '11111110',
  '00000000',
]

test('the code has its finder patterns and a light margin, black on white whatever the colours of the terminal', () => {
  const lines = qrLines('https://box.lan:4180/login#code=abcdefghijklmnopqrstuvwx')
  const rows = lines.flatMap((line) => {
    const signs = [...stripVTControlCharacters(line)]
    return [0, 1].map((half) => signs.map((sign) => (HALVES[sign]?.[half] ? '1' : '0')).join(''))
  })
  const width = textWidth(lines[0] ?? '')
  for (const line of lines) {
    expect(line.startsWith('\x1b[30;107m') && line.endsWith('\x1b[0m')).toBe(true)
    expect(textWidth(line)).toBe(width)
  }
  for (const row of rows.slice(0, 2)) expect(row).toBe('0'.repeat(width))
  for (const row of rows) expect(row).toMatch(/^00.*00$/)
  expect(rows.slice(2, 10).map((row) => row.slice(2, 10))).toEqual(finder)
  const right = rows.slice(2, 9).map((row) => [...row.slice(-9, -2)].reverse().join(''))
  expect(right).toEqual(finder.slice(0, 7).map((row) => row.slice(0, 7)))
})

test('other texts give other codes', () => {
  expect(qrLines('https://a.lan')).not.toEqual(qrLines('https://b.lan'))
})
