/** The side effects of a key, beside the new state of the screen. */
import type { CallOf } from '../../../api/client.ts'
import type { RouteName } from '../../../api/paths.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import type { Flash, Ui, World } from './ui-state.ts'

/** What to undo when the host rejects a command. */
export type Undo =
  | { readonly type: 'decision'; readonly id: string }
  | { readonly type: 'prompt'; readonly session: string; readonly text: string; readonly id: string }

type ApiCommandOf<N extends RouteName> = {
  readonly type: 'api'
  readonly name: N
  readonly call: CallOf<N>
  /** Shown when it is done. */
  readonly done?: string
  readonly undo?: Undo
  /** Called afterwards, if it succeeds. */
  readonly next?: readonly ApiCommand[]
}
export type ApiCommand = { [N in RouteName]: ApiCommandOf<N> }[RouteName]

export type Command =
  | ApiCommand
  | { readonly type: 'scroll'; readonly by: number; readonly unit: 'line' | 'page' }
  | { readonly type: 'scroll-to'; readonly to: 'start' | 'end' }
  /** Edits the input in $EDITOR. */
  | { readonly type: 'edit-input'; readonly approval: string; readonly input: JsonObject }
  | { readonly type: 'suspend' | 'redraw' | 'quit' }

export interface Step {
  readonly ui: Ui
  readonly commands: readonly Command[]
}

export function step(ui: Ui, ...commands: readonly Command[]): Step {
  return { ui, commands }
}

export function api<N extends RouteName>(
  name: N,
  call: CallOf<N>,
  more: { done?: string; undo?: Undo; next?: readonly ApiCommand[] } = {},
): ApiCommand {
  return { type: 'api', name, call, ...more } as unknown as ApiCommand
}

export function flash(ui: Ui, { now }: World, text: string, level: Flash['level'] = 'info'): Ui {
  return { ...ui, flash: { text, level, at: now } }
}

export const OFFLINE = 'Cannot reach the host; nothing was sent.'
