import { numberIn, objectsIn, textIn } from '../../state/fields.ts'

interface ContextPart {
  readonly name: string
  readonly tokens: number
  readonly kind: 'used' | 'free' | 'reserved'
}
export interface ContextAccount {
  readonly parts: readonly ContextPart[]
  readonly used: number
  readonly window: number
}

export function contextAccount(usage: Readonly<Record<string, unknown>>): ContextAccount | undefined {
  const categories = objectsIn(usage.categories)
  if (!categories) return undefined
  const parts = categories.flatMap((it): ContextPart[] => {
    const name = textIn(it.name)
    const tokens = numberIn(it.tokens)
    if (name === undefined || tokens === undefined || tokens < 0) return []
    return [{ name, tokens, kind: kindOf(name, textIn(it.kind)) }]
  })
  const sum = (all: readonly ContextPart[]) => all.reduce((total, { tokens }) => total + tokens, 0)
  const counted = sum(parts.filter(({ kind }) => kind === 'used'))
  return {
    parts,
    used: numberIn(usage.totalTokens) ?? counted,
    window: numberIn(usage.maxTokens) ?? sum(parts),
  }
}

/** Older CLI versions have no `kind`. */
function kindOf(name: string, kind: string | undefined): ContextPart['kind'] {
  if (kind === 'free' || /^free space/i.test(name)) return 'free'
  return kind === 'buffer' || kind === 'reserved' || /buffer/i.test(name) ? 'reserved' : 'used'
}
