import { expect } from 'vitest'
import { stringify } from 'yaml'
import { checkScenario, ScenarioError } from '../../src/simulator/scenario-check.ts'
import { parseScenario, ScenarioFileError } from '../../src/simulator/scenario-file.ts'
import { bugFix } from '../../src/simulator/scenarios/bug-fix.ts'
import { failures } from '../../src/simulator/scenarios/failures.ts'
import { questions } from '../../src/simulator/scenarios/questions.ts'
import fc from '../generate/fast-check.ts'
import { mutatedJson, mutatedText } from '../generate/mutate.ts'
import { fuzz } from './fuzz.ts'

const scenarios = fc.constantFrom<unknown>(bugFix, failures, questions)
const files = fc.oneof(
  mutatedText(scenarios.map((scenario) => JSON.stringify(scenario, null, 2))).map(
    (text) => ['x.json', text] as const,
  ),
  mutatedText(scenarios.map((scenario) => stringify(scenario))).map((text) => ['x.yaml', text] as const),
  mutatedJson(scenarios).map((value) => ['x.json', JSON.stringify(value) ?? ''] as const),
  mutatedText(fc.constantFrom('a: &a [*a]', 'scripts: []\n---\n', '<<: *x', '? - :\n', '!!binary x')).map(
    (text) => ['x.yml', text] as const,
  ),
  mutatedText(fc.json()).map((text) => ['x.yaml', text] as const),
)

fuzz(
  'scenarios: a file is a scenario, or the error says where in it',
  files,
  ([name, text]) => {
    try {
      checkScenario(parseScenario(text, name))
    } catch (error) {
      if (!(error instanceof ScenarioFileError)) throw error
      expect(error.message).toMatch(/^x\.(json|ya?ml):\d+:\d+: ./)
      expect(error.place?.line).toBeLessThanOrEqual(text.split('\n').length)
    }
  },
  { runs: 25 },
)

fuzz(
  'scenarios: a value is a scenario, or the error names the path',
  mutatedJson(scenarios),
  (value) => {
    try {
      checkScenario(value)
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
    }
  },
  { runs: 200 },
)
