import { FairleadError } from '../protocol/errors.ts'
import { isObject, type JsonObject } from '../protocol/json.ts'
import { parseFault } from './agent/faults/plan.ts'
import type { Scenario, StepKind } from './scenario.ts'

/** The value is not a scenario: where, and why. */
export class ScenarioError extends FairleadError {
  /** For example `scripts[0].prompt`; empty for the whole. */
  readonly path: string

  constructor(path: string, problem: string) {
    super('bad-scenario', `${path === '' ? 'scenario' : path}: ${problem}`)
    this.path = path
  }
}

/** Throws if `value` breaks the rule; the error message begins with the path. */
type Rule = (value: unknown, path: string) => void
type Fields = Readonly<Record<string, Rule>>

/** Returns `value` as a scenario, or throws a `ScenarioError`. */
export function checkScenario(value: unknown): Scenario {
  scenario(value, '')
  return value as Scenario
}

const string = rule('must be a string', (value) => typeof value === 'string')
const name: Rule = (value, path) => {
  string(value, path)
  if (value === '') fail(path, 'must not be empty')
}
const object = rule('must be an object', isObject)
const boolean = rule('must be true or false', (value) => typeof value === 'boolean')
const noticeLevel = rule('must be info, notice, suggestion or warning', (value) =>
  ['info', 'notice', 'suggestion', 'warning'].includes(String(value)),
)
const isTrue = rule('must be true', (value) => value === true)
const milliseconds = rule('must be a number from 0 to 2147483647', (value) => isNumber(value, 0, 2 ** 31 - 1))
const amount = rule('must be a number, 0 or more', (value) => isNumber(value, 0))
const isWhole = (value: unknown, least: number, most?: number) =>
  isNumber(value, least, most) && Number.isInteger(value)
const count = rule('must be a whole number, 1 or more', (value) => isWhole(value, 1))
const tokens = rule('must be a whole number, 0 or more', (value) => isWhole(value, 0))
const errorStatus = rule('must be a whole number from 400 to 599', (value) => isWhole(value, 400, 599))

const steps: { readonly [K in StepKind]: Rule } = {
  text: fields({ text: string }, { chunk: count, repeat: count, open: isTrue }),
  thinking: fields({ thinking: string }),
  tool: fields(
    { tool: name, input: object },
    { id: name, result: string, fails: string, run: isTrue, takes: milliseconds },
  ),
  delay: fields({ delay: milliseconds }),
  hold: fields({ hold: name }),
  error: fields({
    error: fields({ status: errorStatus }, { type: name, message: string, retryAfter: amount, times: count }),
  }),
  break: fields({ break: isTrue }, { times: count }),
  stop: fields({ stop: name }),
  rateLimit: fields({ rateLimit: object }),
  auth: fields({ auth: fields({ isAuthenticating: boolean }, { output: list(string), error: string }) }),
  notice: fields({ notice: name }, { level: noticeLevel }),
  dialog: fields({ dialog: fields({ kind: name }, { payload: object }) }),
  message: fields({ message }),
  fault: fields({ fault }),
  usage: fields({
    usage: fields(
      {},
      {
        input_tokens: tokens,
        output_tokens: tokens,
        cache_read_input_tokens: tokens,
        cache_creation_input_tokens: tokens,
      },
    ),
  }),
}
const reply = list(step)
const script = fields({ prompt, replies: list(reply, 1) }, { failed: reply })
const sideScript = fields({ prompt, reply: list(toolless) })
const scenario = fields(
  { scripts: list(script) },
  { otherwise: reply, side: list(sideScript), faults: list(fault) },
)

function fault(value: unknown, path: string): void {
  name(value, path)
  try {
    parseFault(String(value))
  } catch (error) {
    fail(path, (error as Error).message)
  }
}

function message(value: unknown, path: string): void {
  object(value, path)
  name((value as JsonObject).type, `${path}.type`)
}

function step(value: unknown, path: string): void {
  object(value, path)
  const found = Object.entries(steps).filter(([kind]) => kind in (value as JsonObject))
  const [first, second] = found
  if (first === undefined) fail(path, `must have one of the fields ${Object.keys(steps).join(', ')}`)
  if (second !== undefined) fail(path, `must not have both ${first[0]} and ${second[0]}: they are two steps`)
  first[1](value, path)
}

function toolless(value: unknown, path: string): void {
  step(value, path)
  if ('tool' in (value as JsonObject)) fail(path, 'must not call a tool: side calls have none')
}

function prompt(value: unknown, path: string): void {
  if (!isObject(value)) {
    if (typeof value !== 'string') fail(path, 'must be a string or { pattern }')
    name(value, path)
    return
  }
  fields({ pattern: name })(value, path)
  try {
    new RegExp(value.pattern as string)
  } catch (error) {
    fail(`${path}.pattern`, `must be a regular expression (${(error as Error).message})`)
  }
}

function rule(problem: string, passes: (value: unknown) => boolean): Rule {
  return (value, path) => {
    if (!passes(value)) fail(path, value === undefined ? `is missing; it ${problem}` : problem)
  }
}

function fields(required: Fields, optional: Fields = {}): Rule {
  const rules = new Map(Object.entries({ ...required, ...optional }))
  return (value, path) => {
    object(value, path)
    for (const [field, check] of rules) {
      const inside = (value as JsonObject)[field]
      if (field in required || inside !== undefined) check(inside, path === '' ? field : `${path}.${field}`)
    }
    const unknown = Object.keys(value as JsonObject).find((field) => !rules.has(field))
    if (unknown !== undefined)
      fail(path, `has no field "${unknown}"; it can have ${[...rules.keys()].join(', ')}`)
  }
}

function list(of: Rule, least = 0): Rule {
  return (value, path) => {
    if (!Array.isArray(value)) fail(path, 'must be an array')
    if (value.length < least) fail(path, 'must not be empty')
    for (const [index, element] of value.entries()) of(element, `${path}[${index}]`)
  }
}

function isNumber(value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return typeof value === 'number' && value >= least && value <= most
}

function fail(path: string, problem: string): never {
  throw new ScenarioError(path, problem)
}
