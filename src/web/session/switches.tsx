/** Shows the model and mode that the CLI has reported; a change appears when the CLI confirms it. */
import { useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { PermissionMode } from '../../protocol/permissions.ts'
import { modeName } from '../../state/mode-names.ts'
import type { SessionState } from '../../state/session-state.ts'
import { useAction } from '../store/action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { Select } from '../ui/select.tsx'
import { control } from './control.ts'
import { BYPASS, BYPASS_WARNING, MODES } from './modes.ts'

export function Switches({ summary, state }: { summary: SessionSummary; state: SessionState }) {
  const { facts, process } = state
  const isRunning = process.status === 'running'
  const model = useAction((value: string) => control(summary.id, 'set_model', { model: value }))
  const setMode = (value: string) =>
    control(summary.id, 'set_permission_mode', { mode: value as PermissionMode })
  const mode = useAction(setMode)
  const [isAsking, setAsking] = useState(false)
  const models = (facts.models ?? []).map(({ value, displayName, resolvedModel }) => ({
    value,
    name: displayName ?? value,
    isNow: value === facts.model || resolvedModel === facts.model,
  }))
  const now = models.find(({ value }) => value === facts.model) ?? models.find(({ isNow }) => isNow)
  const modes: readonly string[] = summary.canBypass ? [...MODES, BYPASS] : MODES
  const nowMode = facts.permissionMode === 'manual' ? 'default' : facts.permissionMode
  const unlisted = facts.model ?? ''
  const hint = isRunning ? undefined : 'The session has no process now: resume it first'
  return (
    <>
      {(models.length > 0 || facts.model) && (
        <Select
          size="small"
          className="switch"
          aria-label="Model"
          title={hint ?? facts.model ?? 'Model'}
          options={
            now ? models : [{ value: unlisted, name: facts.model ?? 'Model not known yet' }, ...models]
          }
          value={now?.value ?? unlisted}
          disabled={!isRunning || model.isPending}
          aria-busy={model.isPending}
          onChoose={model.run}
        />
      )}
      {nowMode !== undefined && (
        <Select
          size="small"
          className="switch"
          aria-label="Permission mode"
          title={hint ?? 'What may be done without asking'}
          options={(modes.includes(nowMode) ? modes : [nowMode, ...modes]).map((it) => ({
            value: it,
            name: modeName(it),
          }))}
          value={nowMode}
          disabled={!isRunning || mode.isPending}
          aria-busy={mode.isPending}
          onChoose={(it) => (it === BYPASS ? setAsking(true) : void mode.run(it))}
        />
      )}
      <Failure error={model.error ?? mode.error} />
      {isAsking && (
        <ConfirmDialog
          title="Bypass permissions?"
          confirm="Bypass permissions"
          cancel="Cancel"
          run={() => setMode(BYPASS)}
          onClose={() => setAsking(false)}
        >
          <p className="session-danger">{BYPASS_WARNING}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
