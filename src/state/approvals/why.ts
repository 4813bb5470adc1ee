/** Why the CLI asks about a tool, as far as its request says so: the part, the rule and the file that made it ask. */
import type { JsonObject } from '../../protocol/json.ts'
import { ruleText } from '../../protocol/permissions.ts'
import { objectIn, textIn } from '../fields.ts'
import { visible } from '../unseen.ts'
import { fieldsOf, type RequestFields } from './request.ts'
import { suggestionsOf } from './rules.ts'

/** A piece of a sentence. Code is a rule, a path or a part of the request, with characters that cannot be seen written out. */
interface ReasonPiece {
  readonly text: string
  readonly isCode: boolean
}

export interface Reason {
  readonly sentence: readonly ReasonPiece[]
  /** How the part of the command begins that asks: `git push`. */
  readonly part?: string
}

/** Empty if the request gives no reason. The most useful reason comes first. `cwd` is the folder of the session. */
export function reasonsOf(request: RequestFields, cwd = ''): readonly Reason[] {
  const fields = fieldsOf(request)
  const rule = fromRule(fields)
  const told = fromType(fields, rule !== undefined, cwd)
  const uncovered = fromSuggestions(request, fields)
  return [rule, told, uncovered, ...notes(fields)].filter((it) => it !== undefined)
}

/** The sources of the CLI's rules, as its settings files are called. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['userSettings', '~/.claude/settings.json'],
  ['projectSettings', '.claude/settings.json'],
  ['localSettings', '.claude/settings.local.json'],
  ['policySettings', 'the managed settings'],
  ['flagSettings', 'the settings given on the command line'],
  ['cliArg', 'the options of the session'],
  ['session', 'this session'],
  ['command', 'a command'],
])

function fromRule({ matched_ask_rule: given }: JsonObject): Reason | undefined {
  const text = textIn(given)
  if (text !== undefined)
    return { sentence: [words('Matches the ask rule '), code(text), words('.')], ...partIn(text) }
  const rule = objectIn(given)
  const toolName = textIn(rule?.tool_name) ?? textIn(rule?.toolName)
  if (!rule || toolName === undefined) return undefined
  const ruleContent = textIn(rule.rule_content) ?? textIn(rule.ruleContent)
  const named = ruleText({ toolName, ...(ruleContent !== undefined && { ruleContent }) })
  const source = textIn(rule.source)
  const file = source && (FILES.get(source) ?? source)
  const place = file ? [words(' in '), file.endsWith('.json') ? code(file) : words(file)] : []
  return { sentence: [words('Matches the ask rule '), code(named), ...place, words('.')], ...partIn(named) }
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['rule', 'Matches a rule'],
  ['mode', 'The permission mode asks before this'],
  ['subcommandResults', 'A part of the command needs approval'],
  ['safetyCheck', 'A safety check found something'],
  ['classifier', 'The classifier did not approve it'],
  ['sandboxOverride', 'Would run outside the sandbox'],
  ['asyncAgent', 'A background agent asks'],
  ['permissionPromptTool', 'A permission tool asks'],
])

function fromType(fields: JsonObject, hasRule: boolean, cwd: string): Reason | undefined {
  const type = textIn(fields.decision_reason_type)
  const reason = textIn(fields.decision_reason)?.trim().replace(/\.$/, '')
  const blocked = textIn(fields.blocked_path)
  const isInside = cwd !== '' && (blocked === cwd || blocked?.startsWith(`${cwd}/`))
  const isOutside = blocked !== undefined && !isInside
  if (type === 'workingDir' || (isOutside && (type === undefined || type === 'other')))
    return {
      sentence: blocked ? outside(blocked) : [words(`${reason ?? 'Outside the folders of this session'}.`)],
    }
  if (type === 'hook') {
    const event = textIn(fields.decision_reason_hook_event)
    return {
      sentence: [
        words('A hook asks'),
        ...(event ? [words(' ('), code(event), words(')')] : []),
        ...because(reason),
      ],
    }
  }
  const title = type && TYPES.get(type)
  const path = blocked && isOutside ? [words(' It concerns '), code(blocked), words('.')] : []
  if (title && !(hasRule && type === 'rule')) return { sentence: [words(title), ...because(reason), ...path] }
  if (reason && reason !== 'This command requires approval')
    return { sentence: [words(`${sentenceCase(reason)}.`), ...path] }
  return path.length > 0 ? { sentence: path } : undefined
}

function outside(path: string): ReasonPiece[] {
  return [code(path), words(' is outside the folders of this session.')]
}

function because(reason: string | undefined): ReasonPiece[] {
  return [words(reason ? `: ${reason}.` : '.')]
}

/** What the CLI offers to remember are the parts that no rule covers. */
function fromSuggestions(request: RequestFields, fields: JsonObject): Reason | undefined {
  const updates = suggestionsOf(request).map(({ update }) => update)
  const rules = updates.flatMap((it) => (it.type === 'addRules' && it.behavior === 'allow' ? it.rules : []))
  const own = rules.filter(({ toolName }) => toolName === fields.tool_name)
  const parts = own.flatMap(({ ruleContent }) => (ruleContent === undefined ? [] : [prefixOf(ruleContent)]))
  const [part] = parts
  if (part !== undefined) {
    const sentence = [words('No rule covers '), ...listed(parts), words('.')]
    return parts.length === 1 ? { sentence, part } : { sentence }
  }
  if (own.length > 0) return { sentence: [words('No rule covers this tool.')] }
  const isMode = updates.some((it) => it.type === 'setMode' && it.mode === 'acceptEdits')
  const isSaid = fields.decision_reason !== undefined || fields.blocked_path !== undefined
  return isMode && !isSaid
    ? { sentence: [words('No rule allows this, and the permission mode asks before edits.')] }
    : undefined
}

function notes(fields: JsonObject): Reason[] {
  const server = objectIn(fields.mcp_server)
  const [name, source] = [textIn(server?.name), textIn(server?.source)]
  return [
    ...(name
      ? [
          {
            sentence: [
              words('The tool belongs to the MCP server '),
              code(name),
              words(source ? `, from ${source}.` : '.'),
            ],
          },
        ]
      : []),
    ...(fields.default_to_no === true
      ? [{ sentence: [words('Claude Code itself preselects No here.')] }]
      : []),
    ...(fields.requires_user_interaction === true
      ? [{ sentence: [words('Only a person may decide this.')] }]
      : []),
  ]
}

/** `Bash(git push:*)` begins with `git push`. */
function partIn(rule: string): { part?: string } {
  const content = /^\w+\(([\s\S]*)\)$/.exec(rule)?.[1]
  const part = content === undefined ? '' : prefixOf(content)
  return part === '' ? {} : { part }
}

function prefixOf(ruleContent: string): string {
  return ruleContent.replace(/(?::|\s+)\*$/, '')
}

function listed(parts: readonly string[]): ReasonPiece[] {
  return parts.flatMap((part, at) => [
    ...(at === 0 ? [] : [words(at === parts.length - 1 ? ' and ' : ', ')]),
    code(part),
  ])
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function words(text: string): ReasonPiece {
  return { text: visible(text), isCode: false }
}

function code(text: string): ReasonPiece {
  return { text: visible(text), isCode: true }
}
