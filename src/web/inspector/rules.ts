import { type PermissionUpdate, ruleText } from '../../protocol/permissions.ts'
import type { ClosedApproval } from '../../state/approvals/approvals.ts'
import { objectIn, objectsIn, textIn, textsIn } from '../../state/fields.ts'

export interface Rule {
  readonly behavior: string
  readonly rule: string
  readonly source: string
}

const BEHAVIORS = ['deny', 'ask', 'allow'] as const

/** Reads the CLI's list of rules, or else the settings in force. */
export function rulesIn(
  listed: Readonly<Record<string, unknown>> | undefined,
  settings: Readonly<Record<string, unknown>> | undefined,
): Rule[] {
  if (listed) return (objectsIn(listed.rules) ?? []).map(ruleIn)
  const permissions = objectIn(settings?.permissions)
  return BEHAVIORS.flatMap((behavior) =>
    (textsIn(permissions?.[behavior]) ?? []).map((rule) => ({ behavior, rule, source: 'settings' })),
  )
}

function ruleIn(listed: Readonly<Record<string, unknown>>): Rule {
  const named = ruleText({
    toolName: textIn(listed.toolName) ?? '',
    ...(typeof listed.ruleContent === 'string' && { ruleContent: listed.ruleContent }),
  })
  return {
    behavior: textIn(listed.behavior) ?? '',
    rule: textIn(listed.rule) ?? named,
    source: textIn(listed.source) ?? '',
  }
}

export interface RememberedUpdate {
  readonly at: number
  readonly by?: string
  readonly update: PermissionUpdate
}

/** Newest first. */
export function remembered(closed: Iterable<ClosedApproval>): RememberedUpdate[] {
  const found: RememberedUpdate[] = []
  for (const approval of closed) {
    if (approval.status !== 'answered') continue
    const { at, by, remember = [] } = approval.answer
    for (const update of remember) found.push({ at, ...(by !== undefined && { by }), update })
  }
  return found.reverse()
}
