import { expect, test } from 'vitest'
import fc from '../../../../test/generate/fast-check.ts'
import { signWidth } from '../../terminal/cells.ts'
import { Frame } from './frame.ts'
import { withoutColours } from './screen.ts'

/** As much of a terminal as a frame makes use of. It shows every sign as wide as it says. */
class FakeTerminal {
  readonly #cells: { text: string; style: string }[][]
  #row = 0
  #column = 0
  #style = ''

  constructor(columns: number, rows: number) {
    this.#cells = Array.from({ length: rows }, () =>
      Array.from({ length: columns }, () => ({ text: '?', style: '' })),
    )
  }

  write(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences
    for (const [all, parameters, final] of text.matchAll(/\x1b\[([\d;]*)([A-Za-z])|[^\x1b]+/g)) {
      if (final === 'm') this.#style = (parameters ?? '').replace(/^0;?/, '')
      else if (final === 'H')
        [this.#row, this.#column] = (parameters ?? '').split(';').map((it) => Number(it) - 1) as [
          number,
          number,
        ]
      else if (final === 'K') this.#wipe(this.#row, this.#column)
      else if (final === 'J') for (const row of this.#cells.keys()) this.#wipe(row, 0)
      else for (const { segment } of new Intl.Segmenter().segment(all)) this.#put(segment)
    }
  }

  #put(text: string): void {
    const row = this.#cells[this.#row] ?? []
    const width = signWidth(text)
    row[this.#column] = { text, style: this.#style }
    for (let more = 1; more < width; more++) row[this.#column + more] = { text: '', style: this.#style }
    this.#column += width
  }
  #wipe(row: number, from: number): void {
    for (const cell of this.#cells[row]?.slice(from) ?? []) Object.assign(cell, { text: ' ', style: '' })
  }

  get shown(): string {
    return this.#cells.map((row) => row.map(({ text, style }) => `${style}:${text}`).join('|')).join('\n')
  }
}

const put = fc.record({
  row: fc.nat(5),
  column: fc.nat(19),
  text: fc
    .array(
      fc.constantFrom('a', ' ', '日', '👩‍💻', 'é', 'e\u0301', '\x1b[31m', '\x1b[0m', '\x1b[1m', 'some words'),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
  under: fc.constantFrom('', '7'),
})

test('a terminal that gets only the changes shows the same as one that gets everything', () => {
  fc.assert(
    fc.property(fc.array(fc.array(put, { maxLength: 8 }), { minLength: 1, maxLength: 5 }), (frames) => {
      const [changed, whole] = [new FakeTerminal(20, 6), new FakeTerminal(20, 6)]
      let last: Frame | undefined
      for (const puts of frames) {
        const frame = new Frame(20, 6)
        for (const { row, column, text, under } of puts) frame.put(row, column, text, { under })
        changed.write(frame.since(last))
        whole.write(frame.since(undefined))
        expect(changed.shown).toBe(whole.shown)
        last = frame
      }
    }),
    { numRuns: 300 },
  )
})

test('what did not change is not written', () => {
  const before = new Frame(80, 3)
  before.put(0, 0, 'the first line')
  before.put(1, 0, 'the second line')
  const after = new Frame(80, 3)
  after.put(0, 0, 'the first line')
  after.put(1, 0, 'the second line.')
  expect(after.since(after)).toBe('')
  expect(after.since(before)).toBe('\x1b[2;16H.')
})

test('after a sign that terminals show in different widths, the place is told anew', () => {
  const frame = new Frame(20, 1)
  frame.put(0, 0, '👩‍💻x')
  expect(frame.since(undefined)).toContain('👩‍💻\x1b[1;3Hx')
})

test('a wide sign does not stand half behind the edge of its part', () => {
  const frame = new Frame(10, 1)
  frame.put(0, 0, 'ab日', { width: 3 })
  frame.put(0, 3, '│')
  expect(frame.lines).toEqual(['ab │'])
})

test('NO_COLOR takes the colours and leaves the rest', () => {
  expect(withoutColours('\x1b[0;1;31mx\x1b[0;38;5;200;7my\x1b[0;48;2;1;2;3mz')).toBe(
    '\x1b[0;1mx\x1b[0;7my\x1b[0mz',
  )
})
