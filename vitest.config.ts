import { defineConfig } from 'vitest/config'

/** Tests wait for other programs most of the time: two cores carry three of them. */
const WORKERS = 3
const never = ['**/node_modules/**', 'test/cli/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...never, 'test/e2e/**', 'test/web/**'],
          // Many start small programs and wait for them: more workers than the one that two cores would get.
          maxWorkers: WORKERS,
        },
      },
      {
        // A browser and a host for each file.
        test: {
          name: 'web',
          include: ['test/web/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // As long as a locator waits: a second is short where a browser, a host and a CLI share two cores.
          expect: { poll: { timeout: 15_000 } },
          maxWorkers: WORKERS,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // Each test starts real CLIs of some hundred megabytes: few at once, after the unit tests, with time to start.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...never, 'test/e2e/faults.e2e.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
            'test/e2e/official-client.e2e.test.ts',
            'test/e2e/conformance*.e2e.test.ts',
            'test/e2e/discover.e2e.test.ts',
          ],
          env: { FAIRLEAD_E2E_AGENT: 'simulator' },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
