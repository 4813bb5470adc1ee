/** The model and the permission mode of a session as menu entries: each shows what the CLI has reported, not what was asked for. */
import { useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { PermissionMode } from '../../protocol/permissions.ts'
import { modeName } from '../../state/mode-names.ts'
import type { SessionState } from '../../state/session-state.ts'
import { useAction } from '../store/action.ts'
import type { MenuEntry } from '../ui/menu.tsx'
import { toastFailure } from '../ui/toast/toasts.ts'
import { control } from './control.ts'
import { BYPASS, MODES } from './modes.ts'

export function useRunSettings(summary: SessionSummary, { facts, process }: SessionState) {
  const { id, canBypass } = summary
  const [isAsking, setAsking] = useState(false)
  const setMode = (value: string) => control(id, 'set_permission_mode', { mode: value as PermissionMode })
  const model = useAction((value: string) => control(id, 'set_model', { model: value }), {
    onFailure: toastFailure,
  })
  const mode = useAction(setMode, { onFailure: toastFailure })
  const nowMode = facts.permissionMode === 'manual' ? 'default' : facts.permissionMode
  const models = facts.models ?? []
  const nowModel =
    models.find(({ value }) => value === facts.model) ??
    models.find(({ resolvedModel }) => resolvedModel !== undefined && resolvedModel === facts.model)
  const modes: readonly string[] = canBypass ? [...MODES, BYPASS] : MODES
  const isRunning = process.status === 'running'
  const needsProcess = isRunning ? {} : { isDisabled: true, hint: 'Resume the session first' }
  const modelEntries: MenuEntry[] = [
    ...(nowModel || !facts.model ? [] : [{ value: facts.model, displayName: facts.model }]),
    ...models,
  ].map(({ value, displayName }, index) => ({
    name: displayName ?? value,
    isChosen: value === (nowModel?.value ?? facts.model),
    run: () => void model.run(value),
    ...(index === 0 && { groupName: 'Model' }),
    ...needsProcess,
  }))
  const modeEntries: MenuEntry[] =
    nowMode === undefined
      ? []
      : (modes.includes(nowMode) ? modes : [nowMode, ...modes]).map((value, index) => ({
          name: modeName(value),
          isChosen: value === nowMode,
          run: () => (value === BYPASS && nowMode !== BYPASS ? setAsking(true) : void mode.run(value)),
          ...(index === 0 && { groupName: 'Permissions' }),
          ...needsProcess,
        }))
  return {
    entries: [...modelEntries, ...modeEntries],
    words: [nowModel?.displayName ?? facts.model, nowMode && modeName(nowMode)].filter(Boolean).join(' · '),
    isPending: model.isPending || mode.isPending,
    isAsking,
    bypass: () => setMode(BYPASS),
    stopAsking: () => setAsking(false),
  }
}
