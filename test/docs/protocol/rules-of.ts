/** Which rules of SPEC.md are about a message, and which of them a reader must see. */
import { parseRules, type Rule } from '../../spec/rules.ts'

export interface Told {
  /** In which versions the message itself was seen, in words. */
  readonly seen: string
  /** What a document says and the CLI does not do. */
  readonly traps: readonly string[]
  readonly versions: readonly string[]
  readonly rules: readonly string[]
  /** Rules that are only named. */
  readonly others: readonly string[]
}

/** Which rules count. */
export interface Scope {
  /** Of those that have the name: where the name has another meaning too. */
  readonly fits?: ((rule: Rule) => boolean) | undefined
  /** Beside those that have the name. */
  readonly also?: ((rule: Rule) => boolean) | undefined
  /** The host sends it: then each rule that was tried with a CLI shows that it takes it. */
  readonly fromHost?: boolean
}

const MAX = 6
/** Between the names of a list. */
const LIST = /(?:`[^`]+`(?:, | and )){3,}`[^`]+`/g

export class Spec {
  readonly #rules: readonly Rule[]
  readonly #sections: ReadonlyMap<string, string>
  /** What 37 does in place of a rule. */
  readonly #old: ReadonlyMap<string, string>
  readonly #requestsOf37: ReadonlySet<string>

  constructor(text: string) {
    this.#rules = parseRules(text).rules
    this.#sections = new Map(
      [...text.matchAll(/^## ([A-Z]+): (.*)$/gm)].map(([, area = '', title = '']) => [
        area,
        `${area} ${title}`
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      ]),
    )
    const [, old = ''] = text.split('\n## Where 37 differs\n')
    this.#old = new Map(
      [...old.matchAll(/^- (R-[A-Z]+-\d+): (.+)$/gm)].map(([, id = '', it = '']) => [id, it]),
    )
    const [, known = ''] = /37 knows (.*)$/m.exec(old) ?? []
    this.#requestsOf37 = new Set([...known.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  }

  knownTo37(request: string): boolean {
    return this.#requestsOf37.has(request)
  }

  /** The rules that name it: `system/init` or `init`. A name that is also a field must stand as that of a message. */
  about(names: readonly string[], isField: boolean, { fits, also, fromHost }: Scope = {}): Told {
    const forms = names.map((name) => mention(name, isField && !name.includes('/')))
    const isNamed = (rule: Rule) => forms.some((form) => form.test(rule.sentence))
    const found = this.#rules.filter((rule) => also?.(rule) || (isNamed(rule) && fits?.(rule) !== false))
    const own = found.filter((rule) => isSubject(rule.sentence, names))
    const shown = found
      .filter((rule) => this.#isShown(rule))
      .map((rule) => ({ rule, kind: this.#kindOf(rule), place: placeOf(rule, forms, also) }))
      .sort((a, b) => a.place - b.place || a.kind - b.kind)
      .slice(0, MAX)
    const inOrder = shown.toSorted((a, b) => found.indexOf(a.rule) - found.indexOf(b.rule))
    const sentences = (kind: number) =>
      inOrder.filter((it) => it.kind === kind).map(({ rule }) => this.#sentence(rule, names))
    return {
      seen: seenIn(own, fromHost === true),
      traps: sentences(0),
      versions: sentences(1),
      rules: sentences(2),
      others: inRuns(found.filter((rule) => shown.every((it) => it.rule !== rule)).map(({ id }) => id)),
    }
  }

  /** Shapes are in the table of fields already, and what only Fairlead does is not of the wire; some need their neighbour. */
  #isShown(rule: Rule): boolean {
    if (/^With(out)? (it|the flag)\b|^On these | such a prompt /.test(rule.sentence)) return false
    if (this.#kindOf(rule) === 0 || / is an? older | are older /.test(rule.sentence)) return true
    if (rule.where.includes('types')) return this.#kindOf(rule) < 2
    return rule.where.some((place) => place.startsWith('real') || place === 'documented')
  }

  #kindOf({ id, sentence }: Rule): number {
    if (sentence.includes(' Contradicts ')) return 0
    return /\b(37|197|325)\b/.test(sentence) || this.#old.has(id) ? 1 : 2
  }

  #sentence({ id, sentence }: Rule, names: readonly string[]): string {
    const old = this.#old.get(id)
    const short = sentence.replace(LIST, (list) => {
      const own = names.find((name) => list.includes(`\`${name}\``))
      const more = list.split('`').length / 2 - 1.5
      return own === undefined ? list : `\`${own}\` and ${more} others`
    })
    return `${short}${old === undefined ? '' : ` In 37: ${old}`} (${this.#link(id)})`
  }

  #link(id: string): string {
    return `[${id}](../SPEC.md#${this.#sections.get(id.split('-')[1] ?? '')})`
  }
}

function mention(name: string, isField: boolean): RegExp {
  const quoted = `\`${name}(?:\\.\\w+)?\``
  if (!isField) return new RegExp(quoted)
  const kinds = 'messages?|blocks?|events?|requests?|hooks?|of subtype|on std'
  return new RegExp(`(?:^|\\b(?:an?|every|each|one|no|its|the next) )${quoted}|${quoted} (?:${kinds})`, 'i')
}

/** 0 where the rule begins with the name, 1 where it belongs to the area, 2 where the name only comes up. */
function placeOf(rule: Rule, forms: readonly RegExp[], also: Scope['also']): number {
  const first = Math.min(...forms.map((form) => form.exec(rule.sentence)?.index ?? Number.POSITIVE_INFINITY))
  if (first < 25) return 0
  return also?.(rule) === true ? 1 : 2
}

/** Ids, with neighbours as `R-TYPE-4 to 6`. */
function inRuns(ids: readonly string[]): string[] {
  const runs: { area: string; from: number; to: number }[] = []
  for (const id of ids) {
    const [area = '', number = ''] = id.split(/-(?=\d)/)
    const last = runs.at(-1)
    if (last?.area === area && last.to + 1 === Number(number)) last.to += 1
    else runs.push({ area, from: Number(number), to: Number(number) })
  }
  return runs.map(({ area, from, to }) => `${area}-${from}${to > from ? ` to ${to}` : ''}`)
}

/** Whether the rule is about it: begins with its name, or with a list that has it, or says what it has. */
function isSubject(sentence: string, names: readonly string[]): boolean {
  const [subject = ''] = sentence.split(/ (?:is|are|has|have|may|needs?|takes?|adds?|comes?) /)
  const begins = sentence.indexOf('`') < 25
  return names.some(
    (name) =>
      (begins && subject.includes(`\`${name}\``)) ||
      new RegExp(`\`${name}\` has |\`${name}\`(?: and \`\\w+\`)? blocks`).test(sentence),
  )
}

/** Of the rules about it, the one on its shape tells where it was seen. */
function seenIn(own: readonly Rule[], fromHost: boolean): string {
  const shape = own.find(({ id, where }) => where.includes('types') && !id.startsWith('R-DECODE'))
  const tried = own.find((rule) => realOf(rule).length > 0 && !rule.sentence.includes(' never '))
  const from = shape !== undefined && (realOf(shape).length > 0 || !fromHost) ? shape : (tried ?? shape)
  if (from === undefined) return ''
  const lacks = (version: string) =>
    own.some(({ sentence }) => sentence.includes(`unsupported in ${version}`))
  const versions = realOf(from).filter((version) => !lacks(version))
  if (versions.length > 0) return `Seen in ${versions.join(', ').replace(/, (?=\d+$)/, ' and ')}.`
  if (/\bolder messages?\b|\bof older versions\b/.test(from.sentence))
    return 'Sent only by older versions, not by 197 and 325.'
  if (!from.where.includes('documented')) return ''
  return `Known only from documents; not ${fromHost ? 'tried with' : 'seen in'} 197 and 325.`
}

function realOf({ where }: Rule): string[] {
  const real = where.find((place) => place.startsWith('real'))
  return real === undefined ? [] : real.split(' ').slice(1)
}
