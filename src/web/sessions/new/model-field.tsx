import { useMemo, useState } from 'react'
import { useLive } from '../../store/use-live.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

const USUAL = ['opus', 'sonnet', 'haiku']
const OTHER = 'other…'

interface Props {
  /** Empty for the agent's default. */
  value: string
  onChange: (model: string) => void
}

/** The models of other sessions and the usual names; any other one can be typed. */
export function ModelField({ value, onChange }: Props) {
  const { sessions } = useLive()
  const [isOther, setOther] = useState(false)
  const names = useMemo(
    () => [...new Set([...USUAL, ...(sessions ?? []).flatMap(({ model }) => model ?? [])])],
    [sessions],
  )
  const isKnown = value === '' || names.includes(value)
  const isTyped = isOther || !isKnown
  return (
    <Field label="Model">
      {(control) => (
        <>
          <Select
            {...control}
            options={[
              { value: '', name: 'Agent’s default' },
              ...names.map((name) => ({ value: name, name })),
              { value: OTHER, name: 'Other model…' },
            ]}
            value={isTyped ? OTHER : value}
            onChoose={(name) => {
              setOther(name === OTHER)
              if (name !== OTHER) onChange(name)
            }}
          />
          {isTyped && (
            <Input
              aria-label="Model name"
              placeholder="claude-…"
              autoComplete="off"
              spellCheck={false}
              value={value}
              onText={onChange}
            />
          )}
        </>
      )}
    </Field>
  )
}
