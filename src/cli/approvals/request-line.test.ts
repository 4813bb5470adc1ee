import { expect, test } from 'vitest'
import { asks } from '../../../test/attach/world.ts'
import type { ApprovalView } from '../../api/resources.ts'
import { requestLine } from './request-line.ts'

const tool = (name: string, input: object) =>
  asks('a', { toolName: name, request: { subtype: 'can_use_tool', tool_name: name, input } })
const line = (view: ApprovalView) => requestLine(view, '/home/me/project')

test('a tool call is its command, or its file as seen from the folder of the session', () => {
  expect(line(tool('Bash', { command: 'rm -rf build\n&& make' }))).toBe('$ rm -rf build && make')
  expect(line(tool('Edit', { file_path: '/home/me/project/src/a.ts' }))).toBe('± src/a.ts')
  expect(line(tool('Read', { file_path: '/etc/passwd' }))).toBe('Read /etc/passwd')
  expect(line(tool('WebFetch', { url: 'https://a.example' }))).toBe('WebFetch https://a.example')
  expect(line(tool('Later', {}))).toBe('Later')
})

test('a question, a plan and a form say what they ask', () => {
  const questions = [
    { question: 'Which database?', options: [] },
    { question: 'Why?', options: [] },
  ]
  const input = { questions }
  expect(line(asks('a', { kind: 'question', request: { input } }))).toBe('? Which database? (+1)')
  expect(line(asks('a', { kind: 'plan', request: { input: { plan: '\n# Add a cache\n\n1. …' } } }))).toBe(
    'Plan: Add a cache',
  )
  expect(line(asks('a', { kind: 'plan', request: {}, plan: 'Move it' }))).toBe('Plan: Move it')
  const form = { subtype: 'elicitation', mcp_server_name: 'shop', message: 'Who are you?' }
  expect(line(asks('a', { kind: 'elicitation', request: form }))).toBe('shop: Who are you?')
})

test('what would move the cursor of the terminal is not in it', () => {
  expect(line(tool('Bash', { command: 'echo \x1b[2Jhi' }))).not.toContain('\x1b')
})
