/** What can be told of a shell command by looking at it. */

const READ_ONLY = new Set(
  (
    'ls cat head tail wc echo pwd date whoami which true false test grep rg find sort uniq cut diff stat file ' +
    'sleep printf basename dirname realpath env uname id tree du df'
  ).split(' '),
)
const READ_ONLY_GIT = new Set('status log diff show branch blame rev-parse ls-files'.split(' '))
/** What `acceptEdits` accepts beside edits. */
const FILE_COMMANDS = new Set('mkdir touch rm rmdir mv cp sed'.split(' '))

/** The simple commands of a command line. Undefined where it does more than running some. */
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

/** The rule that a user is offered to remember: the command's name, and its first word where that is a command too. */
export function ruleFor(command: string): string {
  const [name = command, first = ''] = command.trim().split(/\s+/)
  if (/[;&|`<>$()\n]/.test(command)) return command
  return /^[a-z][a-z-]*$/.test(first) ? `${name} ${first} *` : `${name} *`
}
