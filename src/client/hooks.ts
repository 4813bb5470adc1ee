/** Hook callbacks: registers handlers with the CLI under stable ids and runs them when it calls back. */
import type { OpenRequest } from '../driver/cli-requests.ts'
import type { HookCallbackRequest } from '../protocol/control/to-host.ts'
import { encode } from '../protocol/encode.ts'
import { OptionsError } from '../protocol/errors.ts'
import { HOOK_EVENTS, isHookEvent } from '../protocol/hook-shapes.ts'
import type { HookEvent, HookInput, HookMatcher, HookOutput, HookRegistration } from '../protocol/hooks.ts'
import { nearest } from '../protocol/nearest.ts'
import { checkOptionNames, type OptionNames } from '../protocol/option-names.ts'
import { aFunction, aText, oneOf, seconds } from '../protocol/option-values.ts'
import { RequestSignal } from './request-signal.ts'

/** Runs when the event occurs. What it returns goes to the CLI; nothing lets it continue. */
export type HookHandler<E extends HookEvent> = (
  input: HookInput<E>,
  context: { signal: AbortSignal; toolUseId: string | undefined },
) => HookAnswer<E> | Promise<HookAnswer<E>>
type HookAnswer<E extends HookEvent> = HookOutput<E> | undefined | Nothing
/** Before TypeScript 6, a function without `return` does not return `undefined` where something else may be returned too. */
type Nothing = ReturnType<() => void>

/** One hook: which tools it is for, and the function that the CLI calls. */
export interface Hook<E extends HookEvent> {
  /** Tool names as a regular expression, such as `Edit|Write`. Without it every use matches. */
  readonly matcher?: string
  /** Seconds; without it the CLI waits for ever. After it the CLI refuses the tool. */
  readonly timeout?: number
  /** What a handler that throws means for PreToolUse and PermissionRequest. Default: the tool is denied. */
  readonly onThrow?: 'deny' | 'pass'
  readonly handler: HookHandler<E>
}
/** Hooks by event. */
export type Hooks = { readonly [E in HookEvent]?: readonly Hook<E>[] }

const HOOK_FIELDS: OptionNames<Hook<HookEvent>> = {
  matcher: aText,
  timeout: seconds,
  onThrow: oneOf('deny', 'pass'),
  handler: aFunction,
}

interface Registered {
  readonly event: HookEvent
  readonly hook: Hook<HookEvent>
}

export class HookRunner {
  readonly #hooks = new Map<string, Registered>()
  readonly #onError: (error: unknown, event: HookEvent) => void
  /** For `initialize`. The ids follow from event and order, so they are the same after a restart of the host. */
  readonly registration: HookRegistration

  constructor(hooks: Hooks, onError: (error: unknown, event: HookEvent) => void) {
    this.#onError = onError
    const registration: { [event: string]: HookMatcher[] } = {}
    for (const [event, list] of Object.entries(hooks)) {
      if (!isHookEvent(event)) throw unknownEvent(event)
      if (!Array.isArray(list)) throw new OptionsError(`the hooks of ${event} must be a list.`)
      registration[event] = (list as Hook<HookEvent>[]).map((hook, i) => {
        checkOptionNames(hook, HOOK_FIELDS, {
          hooks: '`handler`, with one function; list the hook again for another',
        })
        if (hook.handler === undefined) throw new OptionsError(`a hook of ${event} has no \`handler\`.`)
        const id = `${event}_${i}`
        this.#hooks.set(id, { event, hook })
        return {
          hookCallbackIds: [id],
          ...(hook.matcher !== undefined && { matcher: hook.matcher }),
          ...(hook.timeout !== undefined && { timeout: hook.timeout }),
        }
      })
    }
    this.registration = registration
  }

  async run(request: HookCallbackRequest, open: OpenRequest): Promise<object> {
    const registered = this.#hooks.get(request.callback_id)
    if (!registered) throw new Error(`no hook is registered under ${request.callback_id}`)
    const { event, hook } = registered
    try {
      // The CLI's word: an input that lacks a field is still the handler's to judge.
      const input = request.input as unknown as HookInput
      const signal = new RequestSignal(open)
      const context = {
        get signal() {
          return signal.signal
        },
        toolUseId: request.tool_use_id,
      }
      const output = (await hook.handler(input, context)) ?? {}
      // What cannot be sent is a failure of the hook too, and must not let the tool run.
      encode(output)
      return output
    } catch (error) {
      this.#onError(error, event)
      const denial = hook.onThrow === 'pass' ? undefined : denialOf(event)
      if (!denial) throw error
      return denial
    }
  }
}

const FAILED = 'The hook of the host failed, so this was not allowed.'

/** An error answer would let the tool run: the CLI's hooks fail open. */
function denialOf(event: HookEvent): HookOutput | undefined {
  if (event === 'PreToolUse') {
    return {
      hookSpecificOutput: {
        hookEventName: event,
        permissionDecision: 'deny',
        permissionDecisionReason: FAILED,
      },
    }
  }
  if (event !== 'PermissionRequest') return undefined
  return { hookSpecificOutput: { hookEventName: event, decision: { behavior: 'deny', message: FAILED } } }
}

function unknownEvent(name: string): OptionsError {
  const near = nearest(name, HOOK_EVENTS)
  return new OptionsError(
    `there is no hook event "${name}"${near === undefined ? '.' : `; did you mean "${near}"?`}`,
  )
}
