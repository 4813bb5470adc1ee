/** What a finished call that only looked at something did, for the one line of its run. */
import { objectIn, objectsIn, textIn } from '../../../state/fields.ts'
import type { Item, ToolItem } from '../../../state/transcript/items.ts'

export type Looking = 'read' | 'search' | 'list' | 'fetch' | 'web-search' | 'command' | 'tasks'

const BY_TOOL: ReadonlyMap<string, Looking> = new Map([
  ['Read', 'read'],
  ['Grep', 'search'],
  ['Glob', 'search'],
  ['LS', 'list'],
  ['WebFetch', 'fetch'],
  ['WebSearch', 'web-search'],
  ['TodoWrite', 'tasks'],
  ['TaskCreate', 'tasks'],
  ['TaskUpdate', 'tasks'],
  ['TaskList', 'tasks'],
  ['TaskGet', 'tasks'],
])

/** Undefined: the call stays a row of its own, because it still runs, did not run, changed something or has a picture. */
export function lookingOf(item: Item): Looking | undefined {
  if (item.kind !== 'tool' || (item.status !== 'done' && item.status !== 'failed')) return undefined
  if (item.ranWith !== undefined || item.background || hasPicture(item)) return undefined
  const known = BY_TOOL.get(item.name)
  if (known) return known
  return item.name === 'Bash' && item.status === 'done' && isLook(item) ? 'command' : undefined
}

function hasPicture({ result }: ToolItem): boolean {
  return objectsIn(result?.content)?.some(({ type }) => type === 'image') ?? false
}

/** Commands that print something and change nothing, whatever their arguments. */
const LOOKS =
  /^(ls|cat|head|tail|wc|pwd|grep|rg|tree|stat|file|which|du|df|date|echo|git (status|log|diff|show|blame|ls-files|rev-parse))$/
/** Another program may run in these, or a file be written. */
const UNSURE = /[`$<>(){}]|--output|-delete|-exec/

function isLook({ input }: ToolItem): boolean {
  const command = textIn(objectIn(input)?.command) ?? ''
  if (command === '' || command.includes('\n') || UNSURE.test(command)) return false
  return command
    .split(/&&|\|\||[|;]/)
    .map((part) => part.trim().split(/\s+/))
    .every(([name = '', second = '']) => LOOKS.test(name === 'git' ? `git ${second}` : name))
}
