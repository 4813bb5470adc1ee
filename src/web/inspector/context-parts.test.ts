import { expect, test } from 'vitest'
import { contextAccount } from './context-parts.ts'

test('parts in use, free and reserved are told apart, by kind or by name', () => {
  const categories = [
    { name: 'Messages', tokens: 70, kind: 'used' },
    { name: 'System prompt', tokens: 30 },
    { name: 'Autocompact buffer', tokens: 100 },
    { name: 'Free space', tokens: 800 },
    { name: 'Room', tokens: 0, kind: 'free' },
    { name: 'no tokens' },
  ]
  const account = contextAccount({ categories })
  expect(account?.parts.map(({ kind }) => kind)).toEqual(['used', 'used', 'reserved', 'free', 'free'])
  expect(account).toMatchObject({ used: 100, window: 1000 })
  expect(contextAccount({ categories, totalTokens: 111, maxTokens: 2000 })).toMatchObject({
    used: 111,
    window: 2000,
  })
})

test('an answer without parts is no account', () => {
  expect(contextAccount({ totalTokens: 5 })).toBeUndefined()
})
