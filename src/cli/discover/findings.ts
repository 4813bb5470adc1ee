/**
 * The names of the protocol in a program or a package. Most strings are internal, so a name counts as found when a schema
 * has it where the protocol has such names, and as mentioned when it occurs at all.
 */
import { fieldsAt, schemasIn } from './schema.ts'

/** A value of `type` or `subtype`, what a `subtype` is compared with, or a flag with or without its value's name. */
const LITERAL =
  /\b(?:(type|subtype):\s?(?:[\w$]+(?:\.\w+)?\()?|subtype===|case)["']([a-z][a-z0-9_]*)["']|"(?:-\w, )?(--[a-z][a-zA-Z-]+)["\s]/g

/** Flags that are declared or passed on; those of other programs occur in lists. */
const OWN_FLAG =
  /(?:\.option\(|Option\(new [\w$.]+\(|\.push\((?:[\w$]+\()?)["']((?:-\w+, )?--[a-z][a-zA-Z-]*(?:, --[a-z][a-zA-Z-]*)*)["'\s]/g

/** An environment variable being read. */
const VARIABLE = /\benv\.((?:CLAUDE|ANTHROPIC)_[A-Z0-9_]{3,})\b/g

/** Fields of every message. */
const ENVELOPE: ReadonlySet<string> = new Set(['type', 'subtype', 'uuid', 'session_id'])

export class Findings {
  readonly types = new Set<string>()
  readonly systemSubtypes = new Set<string>()
  readonly resultSubtypes = new Set<string>()
  readonly controlSubtypes = new Set<string>()
  readonly permissionModes = new Set<string>()
  /** Such as `result/success.usage` or `request/can_use_tool.input`. */
  readonly fields = new Set<string>()
  readonly flags = new Set<string>()
  readonly variables = new Set<string>()
  /** Every value of `type:"..."` and of `subtype:"..."`, most of them internal. */
  readonly anyType = new Set<string>()
  readonly anySubtype = new Set<string>()
  /** Strings that something is compared with. */
  readonly compared = new Set<string>()
  /** Every string that is a `--flag`. */
  readonly anyFlag = new Set<string>()
  /** Flags of the program itself, or of the one that it starts. */
  readonly ownFlags = new Set<string>()

  /** Searches a text up to `until`; the rest only completes what begins before. */
  scan(text: string, until = text.length): void {
    for (const schema of schemasIn(text)) {
      if (schema.at >= until) break
      const fields = fieldsAt(text, schema.at)
      if (schema.type === undefined) this.#control(schema.subtypes, fields)
      else this.#message(schema.type, schema.subtypes, fields)
    }
    for (const { index, 1: name } of text.matchAll(VARIABLE))
      if (index < until && name !== undefined) this.variables.add(name)
    this.#literals(text, until)
    this.#ownFlags(text, until)
    this.#modes(text, until)
  }

  #control(subtypes: readonly string[], fields: ReadonlySet<string>): void {
    for (const name of subtypes) {
      // Subtypes of a `control_response`.
      if (name === 'success' || name === 'error') continue
      this.controlSubtypes.add(name)
      this.#addFields(`request/${name}`, fields)
    }
  }

  #message(type: string, subtypes: readonly string[], fields: ReadonlySet<string>): void {
    const special = { system: this.systemSubtypes, result: this.resultSubtypes }[type]
    for (const name of subtypes) special?.add(name)
    if (fields.has('session_id') && fields.has('uuid')) this.types.add(type)
    else if (special === undefined || subtypes.length === 0) return
    for (const owner of subtypes.length === 0 ? [type] : subtypes.map((name) => `${type}/${name}`))
      this.#addFields(owner, fields)
  }

  #addFields(owner: string, fields: ReadonlySet<string>): void {
    for (const field of fields) if (!ENVELOPE.has(field)) this.fields.add(`${owner}.${field}`)
  }

  #literals(text: string, until: number): void {
    for (const { index, 1: field, 2: name, 3: flag } of text.matchAll(LITERAL)) {
      if (index >= until) break
      if (flag !== undefined) this.anyFlag.add(flag)
      else if (name !== undefined) this.#setOf(field).add(name)
    }
  }

  #ownFlags(text: string, until: number): void {
    for (const { index, 1: names = '' } of text.matchAll(OWN_FLAG)) {
      if (index >= until) break
      for (const name of names.split(', ')) if (name.startsWith('--')) this.ownFlags.add(name)
    }
  }

  #setOf(field: string | undefined): Set<string> {
    if (field === 'type') return this.anyType
    return field === 'subtype' ? this.anySubtype : this.compared
  }

  /** A list that contains `bypassPermissions` is the list of modes. */
  #modes(text: string, until: number): void {
    const mark = /["']bypassPermissions["']/g
    for (const { index } of text.matchAll(mark)) {
      if (index >= until) break
      const before =
        /(?:["']\w+["'](?:,\s?| \| ))*$/.exec(text.slice(Math.max(0, index - 300), index))?.[0] ?? ''
      const after =
        /^["']\w+["'](?:(?:,\s?| \| )["']\w+["'])*/.exec(text.slice(index, index + 300))?.[0] ?? ''
      const names = [...`${before}${after}`.matchAll(/\w+/g)].map(([name]) => name)
      if (names.includes('acceptEdits') && names.includes('plan'))
        for (const name of names) this.permissionModes.add(name)
    }
  }
}
