/**
 * Policies are ordered rules in addition to the CLI's own. The first rule that matches decides. In a shell line each command is
 * decided separately and the strictest decision counts: each command needs a rule that allows it, and one denial is enough.
 */
import type { PolicyRule } from '../../api/resources.ts'
import { describeFeature } from '../../shell/features.ts'
import { isWithin } from '../folders/roots.ts'
import type { Decision, ToolQuestion } from '../sessions/policy-gate.ts'
import { CalledCommand, type CommandPart } from './commands.ts'
import { expandHome } from './path-text.ts'
import { allowsPaths, namesPath, realPath } from './paths.ts'
import { textMatches } from './wildcard.ts'

/** The CLI's own tools that do what their path says and nothing else. */
const FILE_TOOLS = new Set('Read Write Edit MultiEdit NotebookEdit NotebookRead Glob Grep LS'.split(' '))

const STRICTNESS: Record<Decision['effect'], number> = { deny: 3, ask: 2, none: 1, allow: 0 }

export function judgeBy(rules: readonly PolicyRule[], question: ToolQuestion): Decision {
  const command = CalledCommand.of(question.toolName, question.input)
  const asked = new AskedCall(question)
  const applicable = rules.filter((rule) => rule.enabled && asked.isAbout(rule))
  const parts = partsOf(command, applicable)
  const verdicts = parts.flatMap((part): Decision[] => {
    const rule = applicable.find((it) => matches(it, part, asked))
    if (rule) return [{ effect: rule.effect, rule: rule.id, ...(rule.note && { note: rule.note }) }]
    return part.isOptional ? [] : [{ effect: 'none' }]
  })
  const [strictest] = verdicts.sort((a, b) => STRICTNESS[b.effect] - STRICTNESS[a.effect])
  if (strictest && strictest.effect !== 'none') return strictest
  return { effect: 'none', ...whyNot(applicable, command) }
}

/** Stands for a call without a command, or whose command no rule concerns. */
const CALL: CommandPart = { allows: () => false, mentions: () => false }

function partsOf(command: CalledCommand | undefined, rules: readonly PolicyRule[]): readonly CommandPart[] {
  const onCommands = rules.filter((rule) => rule.command !== undefined)
  if (!command || onCommands.length === 0) return [CALL]
  return command.parts(onCommands.flatMap((rule) => (rule.effect === 'allow' ? [] : (rule.command ?? []))))
}

function matches(rule: PolicyRule, part: CommandPart, asked: AskedCall): boolean {
  const { command, effect } = rule
  if (command === undefined && effect !== 'allow' && part.isOptional) return false
  if (command !== undefined && !(effect === 'allow' ? part.allows(command) : part.mentions(command)))
    return false
  return rule.path === undefined || asked.pathMatches(rule)
}

class AskedCall {
  readonly #question: ToolQuestion
  /** By rule: the result is the same for each command of the line. */
  readonly #pathMatches = new Map<PolicyRule, boolean>()

  constructor(question: ToolQuestion) {
    this.#question = question
  }

  /** Whether the rule applies, apart from its command and path. */
  isAbout(rule: PolicyRule): boolean {
    const { session, toolName, source } = this.#question
    // A folder can define a server with the name of a trusted one, so a rule that allows its tools must name the source.
    const needsSource = rule.effect === 'allow' && (source !== undefined || isOfServer(toolName))
    if ((needsSource || rule.source !== undefined) && (source === undefined || rule.source !== source))
      return false
    if (rule.session !== undefined && rule.session !== session.id) return false
    if (rule.folder !== undefined && !isInFolder(session.cwd, rule.folder, rule.effect)) return false
    return textMatches(rule.tool, toolName)
  }

  pathMatches(rule: PolicyRule): boolean {
    const known = this.#pathMatches.get(rule)
    if (known !== undefined) return known
    const found = this.#pathFits(rule.path ?? '', rule.effect)
    this.#pathMatches.set(rule, found)
    return found
  }

  #pathFits(pattern: string, effect: PolicyRule['effect']): boolean {
    const { session, toolName, input } = this.#question
    const call = { cwd: session.cwd, toolName, input }
    if (effect !== 'allow') return namesPath(pattern, call)
    const doesWhatItsPathSays = FILE_TOOLS.has(toolName) || isOfServer(toolName)
    return doesWhatItsPathSays && allowsPaths(pattern, call)
  }
}

/** `tool`: a name, or a pattern for names. */
export function isOfServer(tool: string): boolean {
  return tool.startsWith('mcp__')
}

/** Why rules that allow commands did not allow this one, if the reason is in the command. */
function whyNot(rules: readonly PolicyRule[], command: CalledCommand | undefined): Pick<Decision, 'why'> {
  const isWanted = rules.some((rule) => rule.effect === 'allow' && rule.command !== undefined)
  if (!isWanted || command === undefined) return {}
  const [feature] = command.line.features
  if (feature) return { why: `No rule on commands allows this line: ${describeFeature(feature)}.` }
  if (command.otherFields.length === 0) return {}
  return { why: `No rule on commands allows a call that also sets ${command.otherFields.join(', ')}.` }
}

function isInFolder(cwd: string, given: string, effect: PolicyRule['effect']): boolean {
  const folder = expandHome(given)
  const real = realPath(cwd)
  const realFolder = realPath(folder)
  const isReally = real !== undefined && realFolder !== undefined && isWithin(real, realFolder)
  return effect === 'allow' ? isReally : isReally || isWithin(cwd, folder.replace(/(?<=.)\/+$/, ''))
}
