/**
 * Policies: ordered rules on top of the CLI's own. The first rule that matches decides. A shell line is as many questions as it
 * has commands, and the strictest answer counts: each command needs a rule that allows it, one that is denied denies the line.
 */
import type { PolicyRule } from '../../api/resources.ts'
import { describeFeature, type ShellCommand } from '../../shell/index.ts'
import { isWithin } from '../folders/roots.ts'
import type { ToolQuestion, Verdict } from '../sessions/policy-gate.ts'
import { CalledCommand } from './commands.ts'
import { allowsPaths, namesPath, realPath } from './paths.ts'
import { textMatches } from './wildcard.ts'

/** The CLI's own tools that do what their path says and nothing else. */
const FILE_TOOLS = new Set('Read Write Edit MultiEdit NotebookEdit NotebookRead Glob Grep LS'.split(' '))

const STRICTNESS: Record<Verdict['effect'], number> = { deny: 3, ask: 2, none: 1, allow: 0 }

export function judgeBy(rules: readonly PolicyRule[], question: ToolQuestion): Verdict {
  const command = CalledCommand.of(question.toolName, question.input)
  const asked = new AskedCall(question, command)
  const applicable = rules.filter((rule) => rule.enabled && asked.isAbout(rule))
  const hasCommandRule = applicable.some((rule) => rule.command !== undefined)
  const parts = hasCommandRule && command ? command.parts : [undefined]
  const verdicts = parts.map((part) => {
    const rule = applicable.find((it) => asked.matches(it, part))
    return { rule, effect: rule?.effect ?? ('none' as const) }
  })
  const [strictest] = verdicts.sort((a, b) => STRICTNESS[b.effect] - STRICTNESS[a.effect])
  const { rule, effect } = strictest ?? { effect: 'none' as const }
  if (!rule) return { effect: 'none', ...whyNot(applicable, command) }
  return { effect, rule: rule.id, ...(rule.note && { note: rule.note }) }
}

class AskedCall {
  readonly #question: ToolQuestion
  readonly #command: CalledCommand | undefined

  constructor(question: ToolQuestion, command: CalledCommand | undefined) {
    this.#question = question
    this.#command = command
  }

  /** Everything but the command and the path. */
  isAbout(rule: PolicyRule): boolean {
    const { session, toolName, source } = this.#question
    // A folder can bring a server along under the name of a trusted one: who allows its tools must name where it is from.
    const needsSource = rule.effect === 'allow' && (source !== undefined || isOfServer(toolName))
    if ((needsSource || rule.source !== undefined) && (source === undefined || rule.source !== source))
      return false
    if (rule.session !== undefined && rule.session !== session.id) return false
    if (rule.folder !== undefined && !isInFolder(session.cwd, rule.folder, rule.effect)) return false
    return textMatches(rule.tool, toolName)
  }

  matches(rule: PolicyRule, part: ShellCommand | undefined): boolean {
    return (
      (rule.command === undefined || this.#commandMatches(rule.command, rule.effect, part)) &&
      (rule.path === undefined || this.#pathMatches(rule.path, rule.effect))
    )
  }

  #commandMatches(pattern: string, effect: PolicyRule['effect'], part: ShellCommand | undefined): boolean {
    if (this.#command === undefined) return false
    return effect === 'allow' ? this.#command.allows(pattern, part) : this.#command.mentions(pattern)
  }

  #pathMatches(pattern: string, effect: PolicyRule['effect']): boolean {
    const { session, toolName, input } = this.#question
    if (effect !== 'allow') return namesPath(pattern, session.cwd, input)
    const doesWhatItsPathSays = FILE_TOOLS.has(toolName) || isOfServer(toolName)
    return doesWhatItsPathSays && allowsPaths(pattern, session.cwd, input)
  }
}

/** Of a tool, or of the tools that a pattern is for. */
export function isOfServer(tool: string): boolean {
  return tool.startsWith('mcp__')
}

/** The reason why rules that allow commands did not allow this one, if it is the command's own. */
function whyNot(rules: readonly PolicyRule[], command: CalledCommand | undefined): Pick<Verdict, 'why'> {
  const isWanted = rules.some((rule) => rule.effect === 'allow' && rule.command !== undefined)
  if (!isWanted || command === undefined) return {}
  const [feature] = command.line.features
  if (feature) return { why: `No rule on commands allows this line: ${describeFeature(feature)}.` }
  if (command.otherFields.length === 0) return {}
  return { why: `No rule on commands allows a call that also sets ${command.otherFields.join(', ')}.` }
}

function isInFolder(cwd: string, folder: string, effect: PolicyRule['effect']): boolean {
  const real = realPath(cwd)
  const realFolder = realPath(folder)
  const isReally = real !== undefined && realFolder !== undefined && isWithin(real, realFolder)
  return effect === 'allow' ? isReally : isReally || isWithin(cwd, folder.replace(/(?<=.)\/+$/, ''))
}
