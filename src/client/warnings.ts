/**
 * Functions of the program whose result nobody waits for, and what becomes of an error in one: a warning. One that the program
 * does not listen to is printed by the runtime, since an error that nobody sees costs its author an hour.
 */
import type { Warning } from './session-options.ts'

export type Warn = (warning: Warning) => void

/** A program that goes wrong in many ways at once has learned what it needs from the first. */
const MAX_PRINTED = 20

/** Calls a function of the program. What it throws, or rejects with if it is async, must not end the program. */
export function callSafely<Args extends readonly unknown[]>(
  listener: ((...args: Args) => unknown) | undefined,
  onError: (error: unknown) => void,
  ...args: Args
): void {
  try {
    const returned = listener?.(...args)
    if (isPromise(returned)) returned.then(undefined, onError)
  } catch (error) {
    onError(error)
  }
}

/** Passes warnings to `onWarning`. Without it, and where it fails itself, the runtime prints each text once. */
export function warnerOf(onWarning: Warn | undefined): Warn {
  const printed = new Set<string>()
  const print = ({ code, message, error }: Warning): void => {
    const text = error === undefined ? message : `${message}: ${describe(error)}`
    if (printed.has(text) || printed.size >= MAX_PRINTED) return
    printed.add(text)
    process.emitWarning(text, { type: 'FairleadWarning', code })
  }
  if (onWarning === undefined) return print
  return (warning) =>
    callSafely(onWarning, (error) => print({ code: 'listener', message: 'onWarning threw', error }), warning)
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
