import { type ReactNode, useId } from 'react'

interface Props<T extends string> {
  label: string
  options: readonly { value: T; name: ReactNode; about?: ReactNode }[]
  value: T
  onChoose: (value: T) => void
}

/** Options with a line about each. For a few short ones there is `Choice`, for many `Select`. */
export function RadioGroup<T extends string>({ label, options, value, onChoose }: Props<T>) {
  const name = useId()
  return (
    <fieldset className="radio-group stack">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="row">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span>
            {option.name}
            {option.about && <span className="radio-about soft">{option.about}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
