/** An agent as the form has it: one argument per line, one variable per line. */
import type { AgentConfig, AgentList } from '../../api/resources.ts'

export interface AgentFields {
  readonly name: string
  readonly command: string
  readonly args: string
  readonly env: string
}

export function fieldsOf({ name, command, args, env }: AgentConfig): AgentFields {
  return {
    name,
    command,
    args: args.join('\n'),
    env: Object.entries(env)
      .map(([key, value]) => `${key}=${value}`)
      .join('\n'),
  }
}

export function agentOf({ name, command, args, env }: AgentFields): AgentConfig {
  return {
    name: name.trim(),
    command: command.trim(),
    args: linesOf(args),
    env: Object.fromEntries(
      linesOf(env).map((line) => {
        const at = line.indexOf('=')
        return at === -1 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1)]
      }),
    ),
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function problemOf(
  { name, command, env }: AgentConfig,
  others: readonly AgentConfig[],
): string | undefined {
  if (!/^[A-Za-z0-9 ._-]{1,64}$/.test(name))
    return 'Use up to 64 letters, digits, spaces and . _ - in a name.'
  if (others.some((other) => other.name === name)) return 'Two agents have the same name.'
  if (command === '') return 'Enter a command: a path, claude, or sim.'
  const odd = Object.keys(env).find((key) => !/^[A-Za-z_]\w*$/.test(key))
  return odd === undefined ? undefined : `Not a variable name: ${odd || '(empty)'}`
}

/** The host offers these without any configuration. */
export function isBuiltIn({ name, command, args, env }: AgentConfig): boolean {
  return (
    (name === 'claude' || name === 'sim') && name === command && args.length + Object.keys(env).length === 0
  )
}

export function configured({ agents }: AgentList): AgentConfig[] {
  return agents
    .filter((agent) => !isBuiltIn(agent))
    .map(({ name, command, args, env }) => ({ name, command, args, env }))
}
