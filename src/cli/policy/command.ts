import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import type { ApiClient } from '../../api/client.ts'
import type { PolicyList, PolicyRule } from '../../api/resources.ts'
import { defined } from '../../protocol/json.ts'
import { nearest } from '../../protocol/nearest.ts'
import { defineCommand, oneOf, UsageError, type Values, wholeNumber } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import type { Io } from '../io.ts'
import { NameError, resolveSession } from '../sessions/resolve-session.ts'
import { dryRun } from './dry-run.ts'
import { ruleTable } from './rule-table.ts'

const ACTIONS = ['list', 'add', 'remove', 'enable', 'disable', 'test'] as const
const EFFECTS = ['allow', 'deny', 'ask'] as const

const OPTIONS = {
  tool: {
    type: 'string',
    short: 't',
    value: 'NAME',
    about: 'the tool; * stands for any part of its name (any tool)',
  },
  command: { type: 'string', short: 'c', value: 'PATTERN', about: "a Bash command, such as 'npm test*'" },
  path: {
    type: 'string',
    short: 'p',
    value: 'PATTERN',
    about: 'a path that the tool touches, links followed; ** goes through folders',
  },
  folder: { type: 'string', value: 'DIR', about: 'only in this folder and below', completes: 'file' },
  session: {
    type: 'string',
    short: 's',
    value: 'SESSION',
    about: 'only in this session',
    completes: 'session',
  },
  source: {
    type: 'string',
    value: 'SOURCE',
    about: 'where an MCP server comes from: user, project, local, plugin:NAME',
  },
  note: { type: 'string', short: 'm', value: 'TEXT', about: 'the reason; a denied model is told' },
  id: { type: 'string', value: 'ID', about: 'a name for the rule' },
  position: { type: 'string', value: 'N', about: 'where in the list, counted from 1 (the end)' },
  'dry-run': {
    type: 'boolean',
    short: 'n',
    about: 'change nothing; show which past requests the rule would have decided',
  },
  json: { type: 'boolean', about: 'print one JSON object' },
} as const

type PolicyValues = Values<typeof OPTIONS>

export const policy = defineCommand(
  {
    name: 'policy',
    operands: '[list | add EFFECT | remove ID… | enable ID… | disable ID… | test [EFFECT]]',
    most: Number.POSITIVE_INFINITY,
    completes: [ACTIONS, EFFECTS],
    about: `
Shows and changes the rules of the host. They are checked before the CLI's own, in order; the first match decides. EFFECT is
allow, deny or ask. deny and ask hold in every permission mode; allow never answers questions or plans.

A command that is allowed must be made of plain words, and each command of a line needs a rule: 'npm test*' allows
npm test and npm test x, but not npm testx, npm test > file or npm test $(id). See docs/host.md, Shell commands.

test tells what the rules would have decided about what sessions have asked for so far; with EFFECT and the options of add,
what that one rule would have decided.`,
    options: OPTIONS,
    examples: [
      'fairlead policy',
      "fairlead policy add allow --tool Bash --command 'npm test*'",
      "fairlead policy add deny --path '**/.env' --note 'Secrets stay closed.' --position 1",
      "fairlead policy test deny --tool Bash --command 'git push*'",
      'fairlead policy remove 3f2a',
    ],
  },
  async ({ values, operands: [given = 'list', ...rest] }, io) => {
    const action = oneOf('policy', given, ACTIONS)
    const [effect] = rest
    const json = values.json ?? false
    if (action === 'add' && effect === undefined)
      throw new UsageError(`Name the effect of the rule: allow, deny or ask`)
    if (['remove', 'enable', 'disable'].includes(action) && effect === undefined)
      throw new UsageError(`policy ${action} needs the ID of a rule`)
    const { api } = await connect(io)
    const { rules, changed } = await api.call('getPolicies', {})
    switch (action) {
      case 'list':
        return show({ rules, changed }, io, json)
      case 'add':
        return add(api, rules, await ruleFrom(effect ?? '', values, api, io), values, io)
      case 'test':
        return dryRun(api, effect === undefined ? rules : [await ruleFrom(effect, values, api, io)], io, json)
      default:
        return change(api, rules, rest, action, values, io)
    }
  },
)

function show({ rules, changed }: PolicyList, io: Io, json: boolean): number {
  if (json) {
    io.out(`${JSON.stringify({ rules, ...(changed.length > 0 && { changed }) })}\n`)
    return 0
  }
  io.out(
    rules.length === 0 ? 'No rules: the permission mode of each session decides.\n' : ruleTable(rules, io),
  )
  for (const { id, text } of changed)
    io.err(`${id} means something else since the host was updated. ${text}\n`)
  return 0
}

async function ruleFrom(effect: string, values: PolicyValues, api: ApiClient, io: Io): Promise<PolicyRule> {
  const { tool, command, path, folder, session, source, note, id } = values
  return {
    id: id ?? randomBytes(3).toString('hex'),
    effect: oneOf('A rule', effect, EFFECTS),
    tool: tool ?? (command === undefined ? '*' : 'Bash'),
    enabled: true,
    ...defined({ command, path, source, note }),
    ...(folder !== undefined && { folder: resolve(io.cwd, folder) }),
    ...(session !== undefined && { session: (await resolveSession(api, session)).id }),
  }
}

async function add(
  api: ApiClient,
  rules: readonly PolicyRule[],
  rule: PolicyRule,
  values: PolicyValues,
  io: Io,
): Promise<number> {
  const json = values.json ?? false
  const position = (wholeNumber('--position', values.position, 1) ?? rules.length + 1) - 1
  if (values['dry-run']) return dryRun(api, [rule], io, json)
  const next = [...rules.slice(0, position), rule, ...rules.slice(position)]
  await api.call('putPolicies', { body: { rules: next } })
  if (json) io.out(`${JSON.stringify({ added: rule })}\n`)
  else io.out(`Added ${rule.id}:\n${ruleTable(next, io)}`)
  return 0
}

async function change(
  api: ApiClient,
  rules: readonly PolicyRule[],
  names: readonly string[],
  action: 'remove' | 'enable' | 'disable',
  values: PolicyValues,
  io: Io,
): Promise<number> {
  const ids = new Set(names.map((name) => ruleNamed(rules, name).id))
  const next =
    action === 'remove'
      ? rules.filter(({ id }) => !ids.has(id))
      : rules.map((rule) => (ids.has(rule.id) ? { ...rule, enabled: action === 'enable' } : rule))
  if (values['dry-run']) return dryRun(api, next, io, values.json ?? false)
  return show(await api.call('putPolicies', { body: { rules: next } }), io, values.json ?? false)
}

function ruleNamed(rules: readonly PolicyRule[], given: string): PolicyRule {
  const exact = rules.filter(({ id }) => id === given)
  const fitting = exact.length > 0 ? exact : rules.filter(({ id }) => id.startsWith(given))
  const [found] = fitting
  if (found && fitting.length === 1) return found
  if (found)
    throw new NameError(`'${given}' fits ${fitting.length} rules: ${fitting.map(({ id }) => id).join(', ')}`)
  const meant = nearest(
    given,
    rules.map(({ id }) => id),
  )
  throw new NameError(
    `There is no rule '${given}'; ${meant ? `did you mean ${meant}?` : '`fairlead policy` lists them'}`,
  )
}
