/**
 * The fixtures of test/wire, read from their source text: the literal after `all:` in each call of a helper. The files
 * themselves cannot be imported, as they register their tests. What refers to more than constants is left out.
 */
import { IN_TYPES, IN_VALUES, skip, untilEnd } from './source-text.ts'

export interface WireExample {
  /** The helper that was called, such as `hostAsks`. */
  readonly helper: string
  /** Its second argument, where that is a string: a subtype, a hook event or a tool. */
  readonly name: string
  readonly all: Readonly<Record<string, unknown>>
  /** The first of its `answers` or `outputs`. */
  readonly answer: unknown
}

const CALL = /^ *(fromCli|fromHost|hostAsks|cliAsks|hookTells|tool|block|event|delta|update|result)(?=[<(])/gm
const CONSTANT = /^ *(?:export )?const (\w+)(?:: [^=\n]+)? = (?=['"`\d{[])/gm

/** `shared` is the source of wire.ts, whose constants every file uses. */
export function wireExamplesIn(source: string, shared: string): WireExample[] {
  const examples: WireExample[] = []
  for (const match of source.matchAll(CALL)) {
    let at = match.index + match[0].length
    if (source[at] === '<') at = skip(source, at, IN_TYPES)
    const call = source.slice(at, skip(source, at, IN_VALUES))
    const scope = scopeOf(shared + source.slice(0, at))
    const all = valueAfter(call, 'all', scope)
    if (typeof all !== 'object' || all === null) continue
    const [, name = ''] = /^\(\s*'(?:[^'\\]|\\.)*',\s*'(\w+)'/.exec(call) ?? []
    const answers = valueAfter(call, 'answers', scope) ?? valueAfter(call, 'outputs', scope)
    examples.push({
      helper: match[1] ?? '',
      name,
      all: all as Record<string, unknown>,
      answer: Array.isArray(answers) ? answers[0] : undefined,
    })
  }
  return examples
}

/** The constants above; of two with the same name, the nearer. Their texts are evaluated when they are used. */
function scopeOf(above: string): Map<string, string> {
  return new Map(
    [...above.matchAll(CONSTANT)].map((match) => {
      const start = match.index + match[0].length
      return [match[1] ?? '', untilEnd(above, start, IN_VALUES)] as const
    }),
  )
}

function valueAfter(call: string, field: string, scope: ReadonlyMap<string, string>): unknown {
  const found = new RegExp(`[{\\s]${field}(: |,)`).exec(call)
  if (found === null) return undefined
  const text = found[1] === ',' ? field : untilEnd(call, found.index + found[0].length, IN_VALUES)
  return evaluate(text, scope)
}

function evaluate(text: string, scope: ReadonlyMap<string, string>): unknown {
  const constants = new Proxy(Object.create(null), {
    has: (_, name) => scope.has(String(name)),
    get: (_, name) => (typeof name === 'string' ? evaluate(scope.get(name) ?? '', scope) : undefined),
  })
  const literal = text.replace(/ (as const|satisfies \w+)\b.*$/s, '')
  try {
    return new Function('constants', `with (constants) { return (${literal}) }`)(constants)
  } catch {
    return undefined
  }
}
