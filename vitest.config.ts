import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Tests wait for other programs most of the time: two cores carry four of them. */
const WORKERS = 4
/** Programs are started and waited for. These limits are for a test that hangs, not for one that is slow. */
const LIMITS = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 90_000 } } }

const never = ['**/node_modules/**', 'test/cli/**']
/** How a CLI is driven, by the library and by the host. */
const DRIVER = 'test/driver/**/*.test.ts'
/** Fakes in place of the CLI: they need neither a real one nor the simulator. */
const MISBEHAVING = 'test/driver/misbehaving/*.test.ts'
/** The version that the public documents were written for. */
const LEGACY = 'test/driver/legacy.test.ts'
const E2E = ['test/e2e/**/*.test.ts', DRIVER]
/** What `npm run versions` runs on any version of the CLI, and the exhaustive tests on the pinned ones. */
const LIBRARY = 'test/e2e/library/*.e2e.test.ts'
/** What everybody does in the console every day is part of `npm test`; its other views are exhaustive. */
const CONSOLE_BASICS =
  'test/web/{approval-keys,approvals,board,composer,first-load,keyboard-run,new-session,pull-request,sessions,transcript,work-loop}.test.ts'
/** Of the work in repositories, `npm test` has the short path: worktrees, comments, projects. */
const WORK_DETAILS =
  'test/host/work/{attribution,checkpoints,ends,killed-end,killed-worktree,local-settings,review,review-files}.test.ts'
/** What takes minutes: every rule on every version of the CLI, other versions of npm, other runtimes, a longer soak. */
const EXHAUSTIVE = [
  'test/conformance/broken-simulator.test.ts',
  'test/e2e/{conformance*,official-streams,print-mode*,terminal-loop,work-loop}.e2e.test.ts',
  LIBRARY,
  'test/package/{npm-versions,runtimes}.test.ts',
  'test/soak/soak.exhaustive.test.ts',
  'test/host/killed-at-every-commit.test.ts',
  'test/host/work/exhaustive/*.test.ts',
  'test/process/killed-at-every-line.test.ts',
  WORK_DETAILS,
  'test/fleet/exhaustive/*.test.ts',
]
/** What makes no sense on the simulator, or has tests of its own there. */
const REAL_ONLY = [
  'official-client',
  'official-streams',
  'from-the-official-client',
  'discover',
  'policies',
  'isolation',
  'print-mode',
].map((it) => `test/e2e/${it}.e2e.test.ts`)
/** What makes no sense on a real CLI. */
const SIMULATED_ONLY = ['test/e2e/faults.e2e.test.ts']
/** The suites that run on each version of the CLI, and not only on the newest. */
const MATRIX = ['test/e2e', 'test/driver']
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('testedVersions'))

/** No processes, no sockets, nothing shared: their files need no fresh program each, which takes longer than the tests. */
const PURE = [
  'src/{protocol,shell,state,api,web}/**/*.test.ts',
  'test/{boundaries,docs,seeds,spec,state,wire}/**/*.test.ts',
]

interface Project {
  include: string[]
  exclude?: string[]
  env?: Record<string, string>
  isolate?: boolean
}

/** Not that of whoever runs the tests. */
const CACHE = { FAIRLEAD_CACHE: `${import.meta.dirname}/node_modules/.cache/fairlead-tests` }

function project(name: string, { exclude = [], env, ...settings }: Project): TestProjectInlineConfiguration {
  const all = [...never, ...exclude]
  return {
    test: { name, exclude: all, maxWorkers: WORKERS, ...LIMITS, ...settings, env: { ...CACHE, ...env } },
  }
}

const NEWEST = { FAIRLEAD_E2E_VERSIONS: '2.1.325' }
const EARLIER = { FAIRLEAD_E2E_VERSIONS: '2.1.197' }
/** The same suites with the simulator in place of the CLI: what holds for one must hold for the other. */
const SIMULATOR = { FAIRLEAD_E2E_AGENT: 'simulator' }

export default defineConfig({
  test: {
    // What a test prints is of interest when it fails; what a program is warned of, tests look for themselves.
    execArgv: ['--no-warnings'],
    silent: 'passed-only',
    projects: [
      // `npm test`
      project('pure', { include: PURE, isolate: false }),
      project('unit', {
        include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
        exclude: [...PURE, ...EXHAUSTIVE, 'test/e2e/**', DRIVER, 'test/web/**'],
      }),
      project('e2e', { include: E2E, exclude: [...EXHAUSTIVE, ...SIMULATED_ONLY, LEGACY], env: NEWEST }),
      project('web', { include: [CONSOLE_BASICS] }),
      // `npm run test:exhaustive`
      project('e2e-simulator', {
        include: E2E,
        exclude: [...EXHAUSTIVE, ...REAL_ONLY, LEGACY, MISBEHAVING],
        env: { ...NEWEST, ...SIMULATOR },
      }),
      project('e2e-earlier', { include: [...MATRIX, LEGACY], exclude: EXHAUSTIVE, env: EARLIER }),
      project('e2e-simulator-earlier', {
        include: [...MATRIX, LEGACY],
        exclude: [...EXHAUSTIVE, ...REAL_ONLY],
        env: { ...EARLIER, ...SIMULATOR },
      }),
      project('exhaustive', { include: [...EXHAUSTIVE, 'test/web/**/*.test.ts'], exclude: [CONSOLE_BASICS] }),
    ],
  },
})
