/** React hooks on a host and its sessions. Each takes what `connectLive` of `fairlead/api` returns. */

export { useNow } from './clock.ts'
export { type AnswerableApproval, useApprovals, useLive, useSessions } from './host.ts'
export { type AgedLiveness, useLiveness } from './liveness.ts'
export { type FollowedSession, useSession } from './session.ts'
