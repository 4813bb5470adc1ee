import { expect, test } from 'vitest'
import { agentOf, configured, fieldsOf, problemOf } from './agent-fields.ts'

const agent = { name: 'old', command: '/opt/claude', args: ['--x', 'a b'], env: { KEY: 'a=b', EMPTY: '' } }

test('an agent and its fields, there and back', () => {
  expect(fieldsOf(agent)).toEqual({
    name: 'old',
    command: '/opt/claude',
    args: '--x\na b',
    env: 'KEY=a=b\nEMPTY=',
  })
  expect(agentOf(fieldsOf(agent))).toEqual(agent)
})

test('what is wrong with one', () => {
  expect(problemOf(agent, [])).toBeUndefined()
  expect(problemOf(agent, [agent])).toContain('same name')
  expect(problemOf({ ...agent, name: 'a/b' }, [])).toContain('letters')
  expect(problemOf({ ...agent, command: '' }, [])).toContain('command')
  expect(problemOf({ ...agent, env: { '1 x': '' } }, [])).toContain('1 x')
})

test('those that the host has anyway are not written back, unless they are changed', () => {
  const sim = { name: 'sim', command: 'sim', args: [], env: {} }
  expect(configured({ agents: [agent, sim], default: 'sim' })).toEqual([agent])
  const slow = { ...sim, env: { FAIRLEAD_SIM_SPEED: '***' } }
  expect(configured({ agents: [slow], default: 'sim' })).toEqual([slow])
})
