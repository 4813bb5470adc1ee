/** The code blocks of a Markdown file, and the commands in those of a shell. */

export interface Block {
  /** The first word after the fence: the language. */
  readonly language: string
  /** The second: what the block is, such as a scenario. */
  readonly kind: string
  readonly text: string
  /** Of the fence, counted from 1. */
  readonly line: number
}

export function blocksIn(markdown: string): Block[] {
  return [...markdown.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map((match) => {
    const [, info = '', text = ''] = match
    const [language = '', kind = ''] = info.trim().split(/\s+/)
    return { language, kind, text, line: markdown.slice(0, match.index).split('\n').length }
  })
}

/** The words of each command: without variables before it, redirections, and what is fed by a pipe. */
export function commandsIn(shell: string): string[][] {
  return shell
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => simpleCommands(wordsOf(line)))
}

function simpleCommands(words: readonly string[]): string[][] {
  const commands: string[][] = [[]]
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string
    if (['|', '&&', '||', ';', '&'].includes(word)) commands.push([])
    else if (/^\d?[<>]+$/.test(word)) index += 1
    else if (!(commands.at(-1)?.length === 0 && /^\w+=/.test(word))) commands.at(-1)?.push(word)
  }
  return commands.filter((command) => command.length > 0)
}

function wordsOf(line: string): string[] {
  const words: string[] = []
  const word = /#.*$|\d?(?:>>|<<|[<>])|&&|\|\||[|;&]|(?:'[^']*'|"[^"]*"|[^\s'"|;&<>])+/g
  for (const [found] of line.matchAll(word)) {
    if (found.startsWith('#')) break
    words.push(found.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double))
  }
  return words
}
