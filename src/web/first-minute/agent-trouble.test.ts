import { expect, test } from 'vitest'
import { agentTrouble } from './agent-trouble.ts'

test('a missing claude: its sentence, and the places apart from it', () => {
  const problem =
    'Claude Code is not installed. Install it. Looked at:\n  /a/claude (usual place): does not exist\n  /b/claude (PATH): does not exist'
  expect(agentTrouble(problem)).toEqual({
    isMissing: true,
    sentence: 'Claude Code is not installed. Install it.',
    places: ['/a/claude (usual place): does not exist', '/b/claude (PATH): does not exist'],
  })
})

test('a claude that is named and cannot run is not missing', () => {
  const { isMissing, sentence } = agentTrouble(
    'CLAUDE_BIN is "x", which cannot be run. Looked at:\n  /x (CLAUDE_BIN)',
  )
  expect(isMissing).toBe(false)
  expect(sentence).toBe('CLAUDE_BIN is "x", which cannot be run.')
})

test('any other problem is one sentence', () => {
  expect(agentTrouble('the simulator is not built').places).toEqual([])
})
