/** What a shell line contains besides plain words, and how to describe it to a person. */

import type { SyntaxNode } from 'unbash'

export type ShellFeatureKind =
  | 'expansion'
  | 'substitution'
  | 'pattern'
  | 'quoting'
  | 'redirection'
  | 'assignment'
  | 'background'
  | 'pipe'
  | 'structure'
  | 'syntax'
  | 'unclear'
  | 'character'
  | 'length'

export interface ShellFeature {
  readonly kind: ShellFeatureKind
  /** The part of the line that has the feature; for a syntax error, what is wrong. */
  readonly text: string
}

const KINDS: Partial<Record<SyntaxNode['type'], ShellFeatureKind>> = {
  SimpleExpansion: 'expansion',
  ParameterExpansion: 'expansion',
  ArithmeticExpansion: 'expansion',
  BraceExpansion: 'expansion',
  CommandExpansion: 'substitution',
  ArithmeticCommandExpansion: 'substitution',
  ProcessSubstitution: 'substitution',
  Glob: 'pattern',
  ExtendedGlob: 'pattern',
  AnsiCQuoted: 'quoting',
  LocaleString: 'quoting',
  HereString: 'redirection',
  HereDoc: 'redirection',
  FileDescriptorVariable: 'redirection',
  ArrayValue: 'assignment',
}

const MAX_FEATURES = 100

export class FeatureList {
  readonly #all: ShellFeature[] = []

  add(kind: ShellFeatureKind, text: string): void {
    if (this.#all.length < MAX_FEATURES) this.#all.push({ kind, text: text.slice(0, 80) })
  }

  /** The most informative feature comes first: a word may not be plain because of a substitution in it. */
  sorted(): ShellFeature[] {
    const isVague = ({ kind }: ShellFeature) => kind === 'quoting' || kind === 'unclear'
    return [...this.#all.filter((it) => !isVague(it)), ...this.#all.filter(isVague)]
  }

  /** An unknown node is a feature too: only what is listed can be plain. */
  addNode(node: SyntaxNode, text: string): void {
    this.add(KINDS[node.type] ?? 'structure', text)
  }
}

const MEANINGS: Record<ShellFeatureKind, (text: string) => string> = {
  expansion: (text) => `${text} is replaced by something else when it runs`,
  substitution: (text) => `${text} runs another command inside`,
  pattern: (text) => `${text} stands for files that are not named`,
  quoting: (text) => `${text} is not a plain word`,
  redirection: (text) => `${text} reads or writes a file`,
  assignment: (text) => `${text} sets a variable`,
  background: (text) => `${text} goes on in the background`,
  pipe: () =>
    'it has a | beside line breaks, ~, ! or a number before a redirection, which some versions of the CLI change',
  structure: (text) => `${text} is more than a list of commands`,
  syntax: (text) => `the shell grammar cannot read it: ${text}`,
  unclear: (text) => `${text} is not part of any command`,
  character: (text) => `it has a character that no screen shows (${text})`,
  length: () => 'it is too long or too deeply nested to be read',
}

/** Half a sentence that says why the line is more than plain words. */
export function describeFeature({ kind, text }: ShellFeature): string {
  return MEANINGS[kind](text)
}
