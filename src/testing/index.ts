/** Helpers for tests of programs that drive the CLI. They need no test runner and work in all of them. */
export { type ApprovalWaitOptions, nextApproval } from './approvals.ts'
export { waitForLiveness } from './liveness.ts'
export { openTestSession, type TestSessionOptions } from './open.ts'
export { transcript } from './transcript.ts'
export { type WaitOptions, waitForState } from './wait.ts'
