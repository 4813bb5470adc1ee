import { useId } from 'react'
import type { FieldValue, FormField } from '../../state/approvals/form.ts'
import { visible } from '../../state/unseen.ts'
import { Select } from '../ui/select.tsx'

interface Props {
  field: FormField
  value: FieldValue
  problem: string | undefined
  onChange: (value: FieldValue) => void
}

const INPUT_TYPES: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['uri', 'url'],
  ['date', 'date'],
])

export function FormFieldView({ field, value, problem, onChange }: Props) {
  const id = useId()
  const { label, help, isRequired } = field
  return (
    <div className="field">
      <label htmlFor={id}>
        {visible(label)}
        {isRequired && <span className="soft"> (needed)</span>}
      </label>
      <Control id={id} field={field} value={value} isWrong={problem !== undefined} onChange={onChange} />
      {help && <span className="soft small">{visible(help)}</span>}
      {problem && (
        <span className="form-problem small" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

interface ControlProps extends Pick<Props, 'field' | 'value' | 'onChange'> {
  id: string
  isWrong: boolean
}

function Control({ id, field, value, isWrong, onChange }: ControlProps) {
  const { label, isRequired } = field
  const common = { id, 'aria-invalid': isWrong, 'aria-required': isRequired }
  switch (field.kind) {
    case 'boolean':
      return (
        <input
          {...common}
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          options={[
            { value: '', name: 'Not chosen' },
            ...field.options.map((option) => ({ value: option.value, name: visible(option.label) })),
          ]}
          value={String(value)}
          onChoose={onChange}
        />
      )
    case 'choices': {
      const chosen = Array.isArray(value) ? value : []
      return (
        <fieldset className="row wrap form-choices" id={id} aria-label={label}>
          {field.options.map((option) => (
            <label key={option.value} className="row">
              <input
                type="checkbox"
                checked={chosen.includes(option.value)}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...chosen, option.value] : chosen.filter((it) => it !== option.value),
                  )
                }
              />
              {visible(option.label)}
            </label>
          ))}
        </fieldset>
      )
    }
    case 'json':
      return (
        <textarea
          {...common}
          className="code"
          rows={3}
          value={String(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    default:
      return (
        <input
          {...common}
          type={field.kind === 'text' ? (INPUT_TYPES.get(field.format ?? '') ?? 'text') : 'text'}
          inputMode={field.kind === 'text' ? 'text' : 'decimal'}
          value={String(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      )
  }
}
