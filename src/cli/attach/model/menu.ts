import { liveness } from '../../../state/liveness/liveness.ts'
import { api, type Step, step } from './command.ts'
import { summaryOf } from './looking.ts'
import type { Dialog, MenuChoice, MenuEntry, Ui, World } from './ui-state.ts'

const MODES: readonly (readonly [string, string])[] = [
  ['default', 'ask before every change'],
  ['acceptEdits', 'edit files without asking'],
  ['plan', 'read and plan, change nothing'],
  ['dontAsk', 'use pre-approved tools only'],
  ['auto', 'the CLI decides'],
  ['bypassPermissions', 'never ask'],
]

export function menuFor(ui: Ui, world: World): Dialog {
  const { facts } = world.state
  const mode = facts.permissionMode ?? summaryOf(ui, world)?.permissionMode ?? 'default'
  const { models = [] } = facts
  const named = models.findIndex(({ value }) => value === facts.model)
  // Several names may mean the same model.
  const model = named >= 0 ? named : models.findIndex(({ resolvedModel }) => resolvedModel === facts.model)
  const isGone = liveness(world.state, world.now).status === 'disconnected'
  const entries: MenuEntry[] = [
    ...MODES.map(([name, about]) => ({
      label: `mode: ${name}`,
      about,
      isNow: name === mode || (name === 'default' && mode === 'manual'),
      choice: { type: 'mode', mode: name } as const,
    })),
    ...models.map(({ value, displayName, description }, index) => ({
      label: `model: ${displayName ?? value}`,
      ...(description !== undefined && { about: description }),
      isNow: index === model,
      choice: { type: 'model', model: value } as const,
    })),
    isGone
      ? { label: 'resume', about: 'start its process again', choice: { type: 'resume' } }
      : { label: 'close', about: 'end its process; resume it later', choice: { type: 'close' } },
    { label: 'archive', about: 'remove it from the list', choice: { type: 'archive' } },
  ]
  return { type: 'menu', at: 0, entries }
}

export function choose(ui: Ui, choice: MenuChoice): Step {
  const closed = { ...ui, dialog: undefined }
  if (ui.session === undefined) return step(closed)
  const params = { id: ui.session }
  switch (choice.type) {
    case 'mode':
      return setMode(closed, choice.mode)
    case 'model': {
      const body = { subtype: 'set_model', fields: { model: choice.model } }
      return step(closed, api('control', { params, body }, { done: `Model: ${choice.model}` }))
    }
    case 'close':
      return step(closed, api('closeSession', { params, body: {} }, { done: 'Closed.' }))
    case 'resume':
      return step(closed, api('resumeSession', { params, body: {} }, { done: 'Resumed.' }))
    case 'archive': {
      const call = { params, body: { archived: true } }
      return step({ ...closed, focus: 'list' }, api('patchSession', call, { done: 'Archived.' }))
    }
  }
}

export function setMode(ui: Ui, mode: string): Step {
  if (ui.session === undefined) return step(ui)
  const call = { params: { id: ui.session }, body: { subtype: 'set_permission_mode', fields: { mode } } }
  return step(ui, api('control', call, { done: `Mode: ${mode}` }))
}
