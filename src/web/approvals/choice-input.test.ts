import { expect, test } from 'vitest'
import { choiceOf, NO_INPUT, withLabel, withOther } from './choice-input.ts'

test('one label replaces another, several stand beside each other, own words are either', () => {
  const one = withLabel(withLabel(NO_INPUT, 'A', false), 'B', false)
  const many = withLabel(withLabel(withLabel(NO_INPUT, 'A', true), 'B', true), 'A', true)
  expect([one, many].map(choiceOf)).toEqual([
    { labels: ['B'], own: '' },
    { labels: ['B'], own: '' },
  ])
  expect(choiceOf(withOther(one, { isOther: true, other: 'C' }, false))).toEqual({ labels: [], own: 'C' })
  expect(choiceOf(withOther(many, { isOther: true, other: 'C' }, true))).toEqual({ labels: ['B'], own: 'C' })
})

test('own words that are not ticked stay, and do not count', () => {
  const written = withOther(NO_INPUT, { isOther: true, other: 'C' }, false)
  const back = withLabel(written, 'A', false)
  expect(back.other).toBe('C')
  expect(choiceOf(back)).toEqual({ labels: ['A'], own: '' })
})
