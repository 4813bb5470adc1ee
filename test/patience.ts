/**
 * Import it for its effect: the tests of this file start programs and wait for them, or try many cases. On a machine busy with
 * other things that takes its time, and a limit is there for what never comes, not for what comes late.
 */
import { vi } from 'vitest'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 90_000 } } })
