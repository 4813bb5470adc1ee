const READ_ONLY = new Set(
  (
    'ls cat head tail wc echo pwd date whoami which true false test grep rg find sort uniq cut diff stat file ' +
    'sleep printf basename dirname realpath env uname id tree du df'
  ).split(' '),
)
const READ_ONLY_GIT = new Set('status log diff show branch blame rev-parse ls-files'.split(' '))
/** Commands that `acceptEdits` accepts besides edits. */
const FILE_COMMANDS = new Set('mkdir touch rm rmdir mv cp sed'.split(' '))

/** Returns the simple commands of a command line, or undefined if it contains anything else. */
function simpleCommands(command: string): string[][] | undefined {
  if (
    /[`<>]|\$\(|\bdo\b|\bwhile\b|\buntil\b|\bfor\b|\bexit\b/.test(
      command.replaceAll(/2?>&[12]|2?>\/dev\/null/g, ''),
    )
  ) {
    return undefined
  }
  return command
    .split(/&&|\|\||[;|&\n]/)
    .map((part) => part.trim().split(/\s+/))
    .filter((words) => words[0] !== '')
}

export function isReadOnly(command: string): boolean {
  const commands = simpleCommands(command)
  return (
    commands?.every(([name = '', first = '']) => {
      return READ_ONLY.has(name) || (name === 'git' && READ_ONLY_GIT.has(first))
    }) ?? false
  )
}

export function isFileCommand(command: string): boolean {
  const commands = simpleCommands(command)
  return commands?.every(([name = '']) => FILE_COMMANDS.has(name) || READ_ONLY.has(name)) ?? false
}

/** Returns the text of each command of a command line, or the whole text if it is not a sequence of simple commands. */
export function partsOf(command: string): string[] {
  if (simpleCommands(command) === undefined) return [command]
  return command.split(/&&|\|\||[;|&\n]/).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
}

/**
 * The rule that the user may remember: the command, or its first two words and `*` if the second word looks like a subcommand.
 */
export function ruleFor(command: string): string {
  const said = command.replace(/\s*>.*$/s, '').trim()
  const [name = said, first = ''] = said.split(/\s+/)
  return /^[a-z][a-z0-9-]*$/.test(first) ? `${name} ${first} *` : said
}

/** The files that file commands or redirections of a command line write to. */
export function targetsOf(command: string): string[] {
  const written = [...command.matchAll(/>>?\s*([^\s&;|<>]+)/g)].map(([, path = '']) => path)
  if (written.length > 0) return written
  const commands = simpleCommands(command) ?? []
  return commands.length === 1 && FILE_COMMANDS.has(commands[0]?.[0] ?? '')
    ? (commands[0]?.slice(1).filter((word) => !word.startsWith('-')) ?? [])
    : []
}
