import type { SessionSummary } from '../../api/resources.ts'

/** Where a session runs, and what that means while its machine does not answer. */
export function onNode({ name, awaySince }: NonNullable<SessionSummary['node']>): string {
  if (awaySince === undefined) return `On node ${name}`
  const seen = awaySince === 0 ? '' : ` since ${new Date(awaySince).toLocaleString()}`
  return `Node ${name} is away${seen}: this is the last known state, and the session takes no commands until the node is back or another one takes it over.`
}
