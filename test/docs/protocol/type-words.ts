/** What a type says, in words, and the fields that it has. */
import { type Declarations, type Member, membersOf } from './declarations.ts'
import { IN_TYPES, splitOutside } from './source-text.ts'

/** In every message of the conversation, and described once. */
const EVERYWHERE = new Set(['type', 'subtype', 'uuid', 'session_id', 'timestamp'])
const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  boolean: 'true or false',
  true: '`true`',
  null: 'null',
  unknown: 'any value',
  JsonObject: 'object',
}
/** What has a section of its own. */
const SECTIONS: Readonly<Record<string, string>> = {
  ContentBlock: '[content block](#content-blocks)',
  InputBlock: '[content block](#content-blocks)',
  StreamEvent: '[stream event](#stream-events)',
  ContentDelta: '[delta](#stream-events)',
  PermissionUpdate: '[permission update](#permissions)',
  PermissionMode: '[permission mode](#permissions)',
  PermissionDestination: '[destination](#permissions)',
  HookRegistration: 'map from [hook events](#hooks) to lists of matchers',
}

export class Types {
  readonly #declarations: Declarations

  constructor(declarations: Declarations) {
    this.#declarations = declarations
  }

  /** What stands above a type; of an object that says nothing of its fields, nothing. */
  comment(name: string): string {
    return name.startsWith('JsonObject') ? '' : (this.#declarations.get(bare(name))?.comment ?? '')
  }

  /** The member of an interface that is a table, such as `HostRequests`. */
  member(table: string, name: string): Member | undefined {
    return membersOf(this.#declarations.get(table)?.type ?? '{}').find((it) => it.name === name)
  }

  /** The interface whose `type` is this name; `among` are the names to choose from. */
  named(name: string, among: string): string | undefined {
    return splitOutside(this.#declarations.get(among)?.type ?? '', '|', IN_TYPES)
      .map(bare)
      .find((it) => {
        const own = membersOf(this.#bodyOf(it)).find((member) => member.name === 'type')?.type
        return own === `'${name}'` || this.#declarations.get(it)?.type.endsWith(`<'${name}'>`)
      })
  }

  /** The types of which it is one, or itself alone. */
  choices(type: string): string[] {
    const alias = this.#declarations.get(bare(type))?.type ?? type
    const choices = splitOutside(alias, '|', IN_TYPES)
    return choices.length > 1 ? choices : [type]
  }

  /** The fields of an object type, but for those that stand everywhere. None where it is a choice of types. */
  fields(type: string, leaveOut: ReadonlySet<string> = EVERYWHERE): Member[] {
    const choices = splitOutside(type, '|', IN_TYPES)
    if (choices.length > 1) return []
    return splitOutside(type, '&', IN_TYPES)
      .flatMap((part) => this.#allMembers(part))
      .filter(({ name, type: held }) => !leaveOut.has(name) && !name.startsWith('[') && held !== 'never')
  }

  #allMembers(type: string): Member[] {
    if (type.startsWith('{')) return membersOf(type)
    const declaration = this.#declarations.get(bare(type))
    if (declaration === undefined) return []
    if (!declaration.type.startsWith('{')) return this.fields(declaration.type, new Set())
    const inherited = declaration.parents.flatMap((parent) => this.#allMembers(parent))
    const own = membersOf(declaration.type)
    return [...inherited.filter(({ name }) => own.every((it) => it.name !== name)), ...own]
  }

  #bodyOf(name: string): string {
    const type = this.#declarations.get(name)?.type ?? '{}'
    return type.startsWith('{') ? type : '{}'
  }

  words(type: string): string {
    const choices = splitOutside(type.replace(/^\s*\|/, ''), '|', IN_TYPES)
    if (choices.length > 1) return this.#wordsOfChoice(choices)
    const one = choices[0] ?? type
    if (WORDS[one] !== undefined) return WORDS[one]
    if (one.startsWith("'")) return `\`${one.slice(1, -1)}\``
    if (one.startsWith('(') && one.endsWith(')')) return this.words(one.slice(1, -1))
    if (one.endsWith('[]')) return `list of ${plural(this.words(one.slice(0, -2)))}`
    const open = /^OpenString<([\s\S]*)>$/.exec(one)?.[1]
    if (open !== undefined) return `${this.words(open).replace(' or ', ', ')} or another text`
    return this.#wordsOfObject(one)
  }

  #wordsOfChoice(choices: readonly string[]): string {
    const known = choices.filter((choice) => !choice.startsWith('Unlisted'))
    const kinds = known.map(
      (choice) => membersOf(this.#bodyOf(choice)).find(({ name }) => name === 'type')?.type,
    )
    if (kinds.every((kind) => kind?.startsWith("'"))) {
      return `object of type ${listed(kinds.map((kind) => this.words(kind ?? '')))}`
    }
    return listed(known.map((choice) => this.words(choice))).replace(
      ' or another text or',
      ', another text or',
    )
  }

  #wordsOfObject(type: string): string {
    const values = /^\{ \[\w+: string\]: ([\s\S]*) \}$/.exec(type)?.[1]
    if (values !== undefined) return `map from names to ${plural(this.words(values))}`
    if (/^\{\s*\[|^Record</.test(type)) return 'object'
    const alias = this.#declarations.get(bare(type))?.type
    if (SECTIONS[bare(type)] !== undefined) return SECTIONS[bare(type)] as string
    if (alias?.startsWith('(typeof')) return 'text'
    if (alias !== undefined && !alias.startsWith('{')) return this.words(alias)
    const fields = this.fields(type, new Set())
    if (fields.length === 0) return 'object'
    const names = fields.slice(0, 8).map(({ name, optional }) => `\`${name}\`${optional ? '?' : ''}`)
    return `object with ${names.join(', ')}${fields.length > 8 ? ', …' : ''}`
  }
}

/** Without the module it comes from and without its parameters. */
function bare(type: string): string {
  return type.replace(/^\w+\./, '').replace(/<[\s\S]*$/, '')
}

function listed(words: readonly string[]): string {
  const once = [...new Set(words)]
  return once.length < 2 ? (once[0] ?? '') : `${once.slice(0, -1).join(', ')} or ${once.at(-1)}`
}

function plural(words: string): string {
  if (words === 'any value') return 'any values'
  return words.replace(/^(text|number|object|\[content block|\[permission update)(?=$|[\s\]])/, '$1s')
}
