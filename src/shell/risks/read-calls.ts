/**
 * Every program that a line runs: in pipes, substitutions, functions, behind `sudo` and `xargs`, and in the text of `sh -c`.
 * A call in a text that does not stand in the line as it is (escaped, or put together) has the range of what contains it.
 */

import { forEachChild, parse, type SyntaxNode } from 'unbash'
import { isTooCostly } from '../limits.ts'
import type { Call, CallWord } from './call.ts'
import { resolvePath } from './paths.ts'
import { findCommands, shellText, unwrapped } from './wrappers.ts'

/** A page reads a line while a person waits for it, and nobody checks a longer one. */
const MAX_LENGTH = 30_000
const MAX_CALLS = 500
const MAX_TEXTS = 50
const MAX_DEPTH = 6
const MAX_UPSTREAM = 20

export interface ReadCalls {
  readonly calls: readonly Call[]
  /** Why the calls may not be all that the line runs. */
  readonly problem?: string
}

export function readCalls(line: string, folder: string | undefined): ReadCalls {
  if (line.length > MAX_LENGTH || isTooCostly(line))
    return { calls: [], problem: 'it is too long or too deeply nested' }
  const reader = new CallReader(folder)
  try {
    reader.readText(line, { shift: 0 }, 0)
  } catch {
    return { calls: reader.calls, problem: 'it is too deeply nested' }
  }
  return { calls: reader.calls, ...(reader.problem !== undefined && { problem: reader.problem }) }
}

/** Where a text stands in the line: at an offset, or somewhere within a range. */
type Place = { readonly shift: number } | { readonly start: number; readonly end: number }
type CommandNode = Extract<SyntaxNode, { type: 'Command' }>
type PipelineNode = Extract<SyntaxNode, { type: 'Pipeline' }>
type CallParts = Pick<Call, 'writes' | 'reads' | 'substituted' | 'folder'> & { readonly repeatedBy?: string }

class CallReader {
  readonly calls: Call[] = []
  problem: string | undefined
  #folder: string | undefined
  #upstream: readonly Call[] = []
  #texts = 0

  constructor(folder: string | undefined) {
    this.#folder = folder
  }

  readText(text: string, place: Place, depth: number): void {
    this.#texts += 1
    if (depth > MAX_DEPTH || this.#texts > MAX_TEXTS) this.problem ??= 'it is too deeply nested'
    else this.#visit(parse(text), text, place, depth)
  }

  #visit(node: SyntaxNode, source: string, place: Place, depth: number): void {
    const visitAll = (own: string, at: Place) =>
      forEachChild(node, (child) => this.#visit(child, own, at, depth))
    switch (node.type) {
      case 'Script': {
        const [error] = node.errors ?? []
        if (error) this.problem ??= error.message
        visitAll(node.source ?? source, place)
        break
      }
      case 'Pipeline':
        this.#inside(() => this.#readPipeline(node, source, place, depth))
        break
      case 'Command':
        this.#readCommand(node, source, place, depth)
        break
      case 'Subshell':
      case 'Function':
        this.#inside(() => visitAll(source, place))
        break
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        this.#inside(() => {
          this.#upstream = []
          visitAll(source, spanIfOwn(node, place))
        })
        break
      default:
        visitAll(source, place)
    }
  }

  #readPipeline(node: PipelineNode, source: string, place: Place, depth: number): void {
    for (const child of node.commands) {
      const from = this.calls.length
      this.#visit(child, source, place, depth)
      this.#upstream = [...this.#upstream, ...this.calls.slice(from)].slice(-MAX_UPSTREAM)
    }
  }

  /** What is inside neither changes the folder of what follows, nor what is piped into that. */
  #inside(run: () => void): void {
    const [folder, upstream] = [this.#folder, this.#upstream]
    run()
    this.#folder = folder
    this.#upstream = upstream
  }

  #readCommand(node: CommandNode, source: string, place: Place, depth: number): void {
    const from = this.calls.length
    forEachChild(node, (child) => this.#visit(child, source, place, depth))
    const substituted = this.calls.slice(from)
    const words = [...(node.name ? [node.name] : []), ...node.args].map((part) => {
      const text = source.slice(part.pos, part.end)
      const value = part.type === 'Word' ? part.value : assigned(part, text)
      return { value, text, ...located(place, part.pos, part.end) }
    })
    const files = (operators: readonly string[]) =>
      node.redirects.flatMap((it) => {
        if (it.type !== 'Redirect' || !it.target || !operators.includes(it.operator)) return []
        const { pos, end, value, text } = it.target
        return [{ value, text, ...located(place, pos, end) }]
      })
    const writes = files(['>', '>>', '>|', '&>', '&>>', '<>'])
    this.#add(words, { writes, reads: files(['<', '<>']), substituted, folder: this.#folder }, place, depth)
  }

  #add(words: readonly CallWord[], parts: CallParts, place: Place, depth: number, span?: CallWord): void {
    const [programWord, ...args] = words
    const isFull = this.calls.length >= MAX_CALLS || depth > 2 * MAX_DEPTH
    if (isFull) this.problem ??= 'it runs too many programs'
    if (isFull || (!programWord && parts.writes.length === 0)) return
    const first = programWord ?? parts.writes[0]
    if (!first) return
    const program = programWord ? baseName(programWord.value) : ''
    const end = span?.end ?? args.reduce((most, it) => Math.max(most, it.end), first.end)
    const call: Call = {
      ...parts,
      program,
      programWord: first,
      args,
      start: span?.start ?? first.start,
      end,
      upstream: this.#upstream,
    }
    this.calls.push(call)
    if (program === 'cd' || program === 'pushd') this.#folder = folderAfter(call, this.#folder)
    const inner = { ...parts, writes: [], reads: [] }
    const wrapped = unwrapped(program, args)
    if (wrapped) {
      const { repeats, isElsewhere } = wrapped
      const folder = isElsewhere ? undefined : parts.folder
      const more = { ...inner, folder, ...(repeats && { repeatedBy: program }) }
      this.#add(
        wrapped.words,
        more,
        place,
        depth + 1,
        repeats ? { ...first, start: call.start, end } : undefined,
      )
    }
    if (program === 'find')
      for (const command of findCommands(args))
        this.#add(command, { ...inner, repeatedBy: 'find' }, place, depth + 1, {
          ...first,
          start: call.start,
          end,
        })
    for (const text of shellText(program, args)) this.readText(text.value, placeOf(text, call), depth + 1)
  }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}

function located(place: Place, pos: number, end: number): { start: number; end: number } {
  return 'shift' in place ? { start: pos + place.shift, end: end + place.shift } : place
}

/** A script in escaped backticks has a text of its own, in which positions count anew. */
function spanIfOwn(node: Extract<SyntaxNode, { script: unknown }>, place: Place): Place {
  return node.script?.source === undefined ? place : located(place, node.pos, node.end)
}

/** The text of a quoted word stands in the line, one character further, if nothing in it is escaped or replaced. */
function placeOf({ value, text, start, end }: CallWord, call: Call): Place {
  const isWhole = end - start === text.length
  if (isWhole && text === value) return { shift: start }
  if (isWhole && text.slice(1, -1) === value && /^(['"]).*\1$/s.test(text)) return { shift: start + 1 }
  return { start: call.start, end: call.end }
}

function assigned(node: Extract<SyntaxNode, { type: 'Assignment' | 'Word' }>, text: string): string {
  if (node.type !== 'Assignment' || node.value.type !== 'Word') return text
  return `${node.name}=${node.value.value}`
}

function folderAfter({ args }: Call, folder: string | undefined): string | undefined {
  const target = args.find(({ value }) => !value.startsWith('-'))
  return target ? resolvePath(target, folder) : undefined
}
