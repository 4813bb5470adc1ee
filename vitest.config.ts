import { defineConfig } from 'vitest/config'

/** Tests wait for other programs most of the time: two cores carry three of them. */
const WORKERS = 3
const never = ['**/node_modules/**', 'test/cli/**']
/** What takes minutes: every rule on every version of the CLI, other versions of npm, other runtimes. */
const exhaustive = ['test/e2e/conformance*.e2e.test.ts', 'test/package/{npm-versions,runtimes}.test.ts']
/** Programs are started and waited for. These limits are for a test that hangs, not for one that is slow. */
const PATIENT = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }

export default defineConfig({
  test: {
    // What a test prints is of interest when it fails.
    silent: 'passed-only',
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...never, ...exhaustive, 'test/e2e/**', 'test/web/**'],
          ...PATIENT,
          maxWorkers: WORKERS,
        },
      },
      {
        // Each test starts real CLIs of some hundred megabytes.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...never, ...exhaustive, 'test/e2e/faults.e2e.test.ts'],
          ...PATIENT,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The same suites with the simulator in place of the CLI: what holds for one must hold for the other.
        test: {
          name: 'e2e-simulator',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [
            ...never,
            ...exhaustive,
            'test/e2e/official-client.e2e.test.ts',
            'test/e2e/discover.e2e.test.ts',
          ],
          env: { FAIRLEAD_E2E_AGENT: 'simulator' },
          ...PATIENT,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // A browser and a host for each file.
        test: {
          name: 'web',
          include: ['test/web/**/*.test.ts'],
          ...PATIENT,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'exhaustive',
          include: exhaustive,
          exclude: never,
          ...PATIENT,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
