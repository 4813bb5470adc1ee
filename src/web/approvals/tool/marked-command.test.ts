import { expect, test } from 'vitest'
import { markedCommand, numberOfPart } from './marked-command.ts'

const shown = (command: string, ...parts: [number, number][]) =>
  markedCommand(
    command,
    parts.map(([start, end]) => ({ start, end })),
  ).map((line) =>
    line.map(({ text, isRisk, numbers }) => `${isRisk ? `[${text}]` : text}${numbers.join()}`).join('|'),
  )

test('parts are marked where they stand, and each has its number at its end', () => {
  expect(shown('rm -rf a && ls', [0, 8])).toEqual(['[rm -rf a]1| && ls'])
  expect(shown('sudo rm -r a', [0, 4], [5, 12])).toEqual(['[sudo]1| |[rm -r a]2'])
  expect(shown('sh -c "rm -r a"', [0, 15], [7, 14])).toEqual(['[sh -c "]|[rm -r a]2|["]1'])
  expect(shown('kill 1', [0, 6], [0, 6])).toEqual(['[kill 1]1,2'])
  expect(shown('ls')).toEqual(['ls'])
})

test('lines stay lines; what is not seen is written out after the places are known', () => {
  expect(shown('a \\\n b\n\nc', [0, 6])).toEqual(['[a \\]', '[ b]1', '', 'c'])
  expect(shown('\u202ea rm', [3, 5])).toEqual(['\\u{202e}a |[rm]1'])
})

test('the part that a rule names has the number of its risk', () => {
  const risks = [
    { start: 0, end: 4 },
    { start: 8, end: 24 },
  ]
  expect(numberOfPart('rm a && git push --force', risks, 'git push')).toBe(2)
  expect(numberOfPart('rm a && git push --force', risks, 'git pull')).toBeUndefined()
  expect(numberOfPart('rm a && git push && git push', risks, 'git push')).toBeUndefined()
})
