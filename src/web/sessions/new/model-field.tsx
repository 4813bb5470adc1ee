import { useId, useMemo } from 'react'
import { useLive } from '../../store/use-live.ts'

interface Props {
  value: string
  onChange: (model: string) => void
}
const USUAL = ['opus', 'sonnet', 'haiku']

/** Any name that the agent knows; those of other sessions are offered. */
export function ModelField({ value, onChange }: Props) {
  const { sessions } = useLive()
  const list = useId()
  const names = useMemo(
    () => [...new Set([...(sessions ?? []).flatMap(({ model }) => model ?? []), ...USUAL])],
    [sessions],
  )
  return (
    <label className="field">
      <span>Model</span>
      <input
        value={value}
        list={list}
        placeholder="The agent’s default"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  )
}
