// What holds an agent to every rule of the kit, with the built command. One file for each real CLI: they run beside each other.

import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { GROUPS, type Report } from '../../src/conformance/index.ts'
import { runNode } from '../process/run-node.ts'

/** Every rule of the kit but the slow ones. */
const RULES = GROUPS.flatMap(({ rules }) => rules.filter(({ slow }) => !slow).map(({ id }) => id))

const root = new URL('../../', import.meta.url)
export const command = fileURLToPath(new URL('dist/cli/main.js', root))

/** Runs the command with `--json` and gives what it printed, and its exit code. */
async function conformance(
  agent: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; report: Report }> {
  const args = [command, 'conformance', '--json', '--agent', agent]
  const { code, out, err } = await runNode(args, { env: { ...process.env, ...env } })
  try {
    return { code, report: JSON.parse(out) }
  } catch {
    throw new Error(`it printed no JSON: ${out.slice(0, 500)} ${err.slice(-500)}`)
  }
}

/** A rule that was as recorded only when it was asked again does not fail, but the run of the tests reports it. */
export async function annotateUnsteady(
  { version, unsteady }: Report,
  annotate: TestContext['annotate'],
): Promise<void> {
  for (const { id, tries } of unsteady)
    await annotate(
      `unsteady on ${version}: ${id}: ${tries.map(({ verdict, why = '' }) => `${verdict} ${why}`).join(', then ')}`,
    )
}

/** `agent`: as the command takes it. */
export function holdToRules(name: string, version: string, agent: () => string): void {
  describe(name, () => {
    let code: number | null
    let report: Report
    beforeAll(async () => {
      const ran = await conformance(agent(), { FAIRLEAD_SIM_VERSION: version })
      code = ran.code
      report = ran.report
    }, 600_000)

    test.each(RULES)('%s is as recorded', (id) => {
      const outcome = report.outcomes.find((it) => it.id === id)
      expect(outcome).toBeDefined()
      expect(
        report.unexpected.find((it) => it.id === id),
        outcome?.why,
      ).toBeUndefined()
    })

    test('nothing is unexpected', async ({ annotate }) => {
      await annotateUnsteady(report, annotate)
      expect(report).toMatchObject({ version, known: true })
      expect(report.unexpected).toEqual([])
      expect(code).toBe(0)
    })
  })
}
