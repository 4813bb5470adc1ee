/** The marks that the CLI puts around its own commands and what they print, in the text of user messages. */
export type LocalCommand =
  | { readonly part: 'output'; readonly level: 'info' | 'warning'; readonly text: string }
  /** `/context all`, as it was typed. */
  | { readonly part: 'command'; readonly text: string }

export function localCommand(text: string): LocalCommand | undefined {
  const output = within(text, 'local-command-stdout') ?? within(text, 'bash-stdout')
  if (output !== undefined) return { part: 'output', level: 'info', text: output.trim() }
  const error = within(text, 'local-command-stderr') ?? within(text, 'bash-stderr')
  if (error !== undefined) return { part: 'output', level: 'warning', text: error.trim() }
  const name = within(text, 'command-name') ?? within(text, 'command-message')
  if (name === undefined) return undefined
  const command = name.startsWith('/') ? name : `/${name}`
  const args = inside(text, 'command-args')?.trim() ?? ''
  return { part: 'command', text: args === '' ? command : `${command} ${args}` }
}

/** The content of this element, if the text begins with it. */
function within(text: string, name: string): string | undefined {
  return text.trimStart().startsWith(`<${name}>`) ? inside(text, name) : undefined
}

function inside(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}>`)
  if (start < 0) return undefined
  const from = start + name.length + 2
  const end = text.indexOf(`</${name}>`, from)
  return text.slice(from, end < 0 ? undefined : end)
}
