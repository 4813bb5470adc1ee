/** One emitted declaration file (`.d.ts`), read as text: what it declares, imports and exports. */
import { IN_TYPES, IN_VALUES, skip, splitOutside } from '../protocol/source-text.ts'

/** A name of another module, or of this one when `from` is missing. */
export interface Reference {
  readonly from?: string
  readonly name: string
  /** The value behind it cannot be used: `export type { … }`. */
  readonly isTypeOnly: boolean
}
export interface Module {
  /** By name: a function has a text for each overload. Without `export` and `declare`. */
  readonly declarations: ReadonlyMap<string, readonly string[]>
  /** The declarations that have a TSDoc comment. */
  readonly documented: ReadonlySet<string>
  readonly imports: ReadonlyMap<string, Reference>
  /** `import * as name from`: the module, by that name. */
  readonly namespaces: ReadonlyMap<string, string>
  readonly exports: ReadonlyMap<string, Reference>
  /** `export * from`. */
  readonly stars: readonly { readonly from: string; readonly isTypeOnly: boolean }[]
}

const STAR = /^export (type )?\* from ['"](.+)['"]$/
const LIST = /^(import|export) (type )?\{([^}]*)\}(?: from ['"](.+)['"])?$/
const WHOLE = /^import (?:type )?\* as (\w+) from ['"](.+)['"]$/
/** The default export of a package; ours have none. */
const PACKAGE = /^import (?:type )?\w+ from ['"][^.].*['"]$/
const DECLARATION =
  /^(export )?(?:declare )?((?:abstract )?(?:interface|type|class|enum|function|const) ([\w$]+)[\s\S]*)$/

export function readModule(source: string): Module {
  const declarations = new Map<string, string[]>()
  const imports = new Map<string, Reference>()
  const namespaces = new Map<string, string>()
  const exports = new Map<string, Reference>()
  const stars: { from: string; isTypeOnly: boolean }[] = []

  for (const statement of statementsOf(withoutComments(source))) {
    const [, starType, starFrom] = STAR.exec(statement) ?? []
    const [, verb, listType, names = '', from] = LIST.exec(statement) ?? []
    const [, namespace, wholeFrom] = WHOLE.exec(statement) ?? []
    const [, exported, text = '', name = ''] = DECLARATION.exec(statement) ?? []
    if (starFrom !== undefined) stars.push({ from: starFrom, isTypeOnly: starType !== undefined })
    else if (namespace !== undefined && wholeFrom !== undefined) namespaces.set(namespace, wholeFrom)
    else if (verb !== undefined) {
      const into = verb === 'import' ? imports : exports
      for (const [outer, reference] of listed(names, listType !== undefined, from)) into.set(outer, reference)
    } else if (name !== '' && !declaresTwo(text)) {
      declarations.set(name, [...(declarations.get(name) ?? []), text])
      if (exported !== undefined) exports.set(name, { name, isTypeOnly: false })
    } else if (!PACKAGE.test(statement)) {
      throw new Error(`a statement that the API report does not understand: ${statement}`)
    }
  }
  return { declarations, documented: documentedIn(source), imports, namespaces, exports, stars }
}

/** A comment, and on the line after it a declaration. The last comment before a declaration is its own. */
const DOCUMENTED =
  /\*\/\r?\n(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum|function|const) ([\w$]+)/g

function documentedIn(source: string): Set<string> {
  return new Set([...source.matchAll(DOCUMENTED)].map(([, name = '']) => name))
}

/** What `{ a, type b, c as d }` names: for each the name that it has afterwards, and what that refers to. */
function listed(names: string, isType: boolean, from: string | undefined): [string, Reference][] {
  return splitOutside(names, ',', IN_VALUES).map((part) => {
    const [, type, inner = '', outer = inner] = /^(type )?([\w$]+)(?: as ([\w$]+))?$/.exec(part) ?? []
    const isTypeOnly = isType || type !== undefined
    return [outer, { name: inner, isTypeOnly, ...(from === undefined ? {} : { from }) }]
  })
}

function declaresTwo(text: string): boolean {
  return text.startsWith('const ') && splitOutside(text, ',', IN_TYPES).length > 1
}

function withoutComments(source: string): string {
  let text = ''
  for (let at = 0; at < source.length; ) {
    const next = skip(source, at, '')
    if (!/^\/[/*]/.test(source.slice(at, at + 2))) text += source.slice(at, next)
    at = next
  }
  return text.replace(/\r\n/g, '\n').replace(/^[ \t]*\n/gm, '')
}

const WITH_BODY = /^\s*(?:export )?(?:declare )?(?:abstract )?(?:interface|class|enum) /

/** A statement ends with a semicolon; an interface, a class or an enum with a closing brace at the end of a line. */
function statementsOf(text: string): string[] {
  const statements: string[] = []
  let from = 0
  for (let at = 0; at < text.length; ) {
    const next = skip(text, at, IN_VALUES)
    const isBody =
      text[at] === '{' && (text[next] ?? '\n') === '\n' && WITH_BODY.test(text.slice(from, from + 200))
    if (isBody || text[at] === ';') {
      statements.push(text.slice(from, isBody ? next : at).trim())
      from = next
    }
    at = next
  }
  return [...statements, text.slice(from).trim()].filter((it) => it !== '')
}
