/**
 * The first pass over a recording: collects values that must not appear anywhere, from the places where their names reveal them.
 */
import { isObject } from '../../protocol/json.ts'
import type { Recording } from '../format.ts'
import { isSecretName } from './fields.ts'
import { homeOwnersIn, type Known, secretValuesIn } from './find.ts'

/** The machine of the person who redacts, who is usually the person who recorded. */
export interface Surroundings {
  readonly home?: string
  readonly user?: string
}

/** A shorter value is not a secret, and hiding it would damage ordinary words. */
const MIN_SECRET = 8
const MIN_NAME = 3
/** Common user names that identify nobody. */
const COMMON = new Set(
  (
    'root user users username name you yourname me admin shared public app claude node runner home ' +
    'work dev ubuntu debian vscode codespace vagrant'
  ).split(' '),
)

export function gather({ header, entries }: Recording, { home, user }: Surroundings): Known {
  const secrets = new Set<string>()
  const paths = new Set<string>()
  const names = new Set<string>()
  const addSecret = (value: string) => {
    if (value.length >= MIN_SECRET) secrets.add(value)
  }
  const addName = (name: string) => {
    if (name.length >= MIN_NAME && !COMMON.has(name.toLowerCase())) names.add(name)
  }
  const addPath = (path: string) => {
    const clean = path.replace(/[\\/]+$/, '')
    // A path like `/work` reveals nothing, and would match inside other paths.
    if (clean.split(/[\\/]/).length < 3) return
    paths.add(clean)
    paths.add(clean.replaceAll(/[^A-Za-z0-9]/g, '-'))
    paths.add(JSON.stringify(clean).slice(1, -1))
  }
  const text = (value: string) => {
    for (const secret of secretValuesIn(value)) addSecret(secret)
    for (const owner of homeOwnersIn(value)) addName(owner)
    const folder = configFolderIn(value)
    if (folder !== undefined) addPath(folder)
  }
  const look = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (isSecretName(key)) addSecret(value)
      if (key === 'cwd') addPath(value)
      text(value)
    } else if (Array.isArray(value)) for (const one of value) look(one, key)
    else if (isObject(value)) for (const [name, one] of Object.entries(value)) look(one, name)
  }
  if (home !== undefined) addPath(home)
  if (user !== undefined) addName(user)
  if (header.cwd !== undefined) addPath(header.cwd)
  header.argv?.forEach((arg, index) => {
    text(arg)
    const before = header.argv?.[index - 1]
    if (before?.startsWith('-') && isSecretName(before)) addSecret(arg)
  })
  for (const value of [header.agent, header.cwd]) if (value !== undefined) text(value)
  for (const entry of entries) {
    if (entry.kind === 'fact') look(entry.fact, '')
    else if ('line' in entry) look(parsed(entry.line), '')
  }
  return { secrets, paths, names }
}

/** A path of the CLI's own files reveals a home folder, even one in an unusual place. */
function configFolderIn(path: string): string | undefined {
  return (
    /^((?:\/|[A-Za-z]:\\)[^\n]*?)[\\/]\.claude(?:[\\/]|$)/.exec(path)?.[1] ??
    /^((?:\/|[A-Za-z]:\\)[^\n]*?)[\\/]projects[\\/][^\n]*\.jsonl$/.exec(path)?.[1]
  )
}

/** A line that is not JSON is treated as a text. */
export function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}
