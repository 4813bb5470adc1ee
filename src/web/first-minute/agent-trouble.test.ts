import { expect, test } from 'vitest'
import { findBinary } from '../../process/find-binary.ts'
import { agentTrouble } from './agent-trouble.ts'

test('a missing claude: its sentence, and the places apart from it', () => {
  const search = () => findBinary({ env: { PATH: '/a' }, home: '/b' })
  let problem = ''
  try {
    search()
  } catch (error) {
    problem = (error as Error).message
  }
  const { isMissing, sentence, places } = agentTrouble(problem)
  expect(isMissing).toBe(true)
  expect(sentence).toMatch(/^Claude Code is not installed\. .*CLAUDE_BIN\.$/)
  expect(places).toContain('/a/claude (PATH): does not exist')
  expect(places).toContain('/b/.local/bin/claude (usual place): does not exist')
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
