/** What an entry of the package exports: each name, followed through `export … from` to where it is declared. */
import { type Module, type Reference, readModule } from './module.ts'

export interface Declared {
  /** The declaration file, and the name there: the same for every entry that exports it. */
  readonly file: string
  readonly name: string
  readonly texts: readonly string[]
  readonly isDocumented: boolean
}
export interface Exported extends Declared {
  /** A value of which only the type is exported. */
  readonly isTypeOnly: boolean
}
export type Surface = ReadonlyMap<string, Exported>

/** A name that is not a member's: `Name`, `namespace.Name`, `typeof name`. */
const MENTION = /(?<![.\w$])(typeof )?([A-Za-z_$][\w$]*)\b(?:\.(\w+))?(?!\??:)/g
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g

export class Surfaces {
  readonly #read: (file: string) => string
  readonly #modules = new Map<string, Module>()

  /** `read` returns the text of a declaration file. */
  constructor(read: (file: string) => string) {
    this.#read = read
  }

  /** Without functions and constants that `export type` lets through: nobody can call or read them. */
  of(entry: string): Surface {
    const names = [...this.#namesOf(entry)].sort()
    const all = names.map((name) => [name, this.#required(entry, name)] as const)
    return new Map(all.filter(([, exported]) => !exported.isTypeOnly || isClass(exported)))
  }

  /**
   * Types that these refer to, directly or not, and that `isKnown` does not know: sorted by name. Of classes only those
   * that another one extends: what is behind the others is an implementation.
   */
  referredTo(surface: Surface, isKnown: (declared: Declared) => boolean): Declared[] {
    const found = new Map<string, Declared>()
    const open: Declared[] = [...surface.values()]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const declared of this.#mentionedIn(next)) {
        if (isKnown(declared) || found.has(keyOf(declared)) || isHiddenClass(declared, next)) continue
        found.set(keyOf(declared), declared)
        open.push(declared)
      }
    }
    return [...found.keys()].sort().map((key) => found.get(key) as Declared)
  }

  #module(file: string): Module {
    const known = this.#modules.get(file) ?? readModule(this.#read(file))
    this.#modules.set(file, known)
    return known
  }

  #namesOf(file: string): Set<string> {
    const { exports, stars } = this.#module(file)
    const names = new Set(exports.keys())
    for (const { from } of stars) for (const name of this.#namesOf(fileOf(from, file))) names.add(name)
    return names
  }

  #required(file: string, name: string): Exported {
    const found = this.#find(file, name)
    if (found === undefined) throw new Error(`${file} exports "${name}", which is declared nowhere`)
    return found
  }

  #find(file: string, name: string): Exported | undefined {
    const { exports, stars } = this.#module(file)
    const reference = exports.get(name)
    if (reference !== undefined) return this.#follow(file, reference)
    for (const { from, isTypeOnly } of stars) {
      const found = this.#find(fileOf(from, file), name)
      if (found !== undefined)
        return { ...found, isTypeOnly: found.isTypeOnly || (isTypeOnly && isValue(found)) }
    }
    return undefined
  }

  #follow(file: string, { from, name, isTypeOnly }: Reference): Exported | undefined {
    const { declarations, documented, imports } = this.#module(file)
    const texts = from === undefined ? declarations.get(name) : undefined
    if (texts !== undefined) {
      const declared = { file, name, texts, isDocumented: documented.has(name) }
      return { ...declared, isTypeOnly: isTypeOnly && isValue(declared) }
    }
    const imported = from === undefined ? imports.get(name) : undefined
    const target = imported ?? { from, name }
    if (!target.from?.startsWith('.')) return undefined
    const found = this.#find(fileOf(target.from, file), target.name)
    return found && { ...found, isTypeOnly: found.isTypeOnly || (isTypeOnly && isValue(found)) }
  }

  *#mentionedIn({ file, name, texts }: Declared): Generator<Declared> {
    const { declarations, documented, imports, namespaces } = this.#module(file)
    for (const text of texts) {
      for (const [, path = '', inner = ''] of text.matchAll(/\bimport\(["'](\..+?)["']\)\.(\w+)/g)) {
        yield this.#required(fileOf(path, file), inner)
      }
      for (const [, isTypeof, word = '', inner] of text.replace(QUOTED, '').matchAll(MENTION)) {
        const local = declarations.get(word)
        const imported = imports.get(word)
        const namespace = namespaces.get(word)
        if (
          local !== undefined &&
          word !== name &&
          (isTypeof || !/^(?:const|function) /.test(local[0] ?? ''))
        ) {
          yield { file, name: word, texts: local, isDocumented: documented.has(word) }
        } else if (imported?.from?.startsWith('.')) {
          yield this.#required(fileOf(imported.from, file), imported.name)
        } else if (namespace?.startsWith('.') && inner !== undefined) {
          yield this.#required(fileOf(namespace, file), inner)
        }
      }
    }
  }
}

export function keyOf({ name, file }: Declared): string {
  return `${name} ${file}`
}

function isClass({ texts }: Declared): boolean {
  return texts.some((text) => /^(?:abstract )?class /.test(text))
}

function isHiddenClass(declared: Declared, user: Declared): boolean {
  return isClass(declared) && !user.texts.some((text) => text.includes(` extends ${declared.name} {`))
}

function isValue({ texts }: Declared): boolean {
  return texts.some((text) => !/^(?:interface|type) /.test(text))
}

function fileOf(specifier: string, importer: string): string {
  const { pathname } = new URL(specifier, `file:///${importer}`)
  return pathname.slice(1).replace(/\.[jt]s$/, '.d.ts')
}
