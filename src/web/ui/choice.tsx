/** A choice between a few visible options. They are radio buttons, so that arrow keys move between them. */
import { useId } from 'react'
import './choice.css'

interface Props<T extends string> {
  label: string
  options: readonly (readonly [value: T, name: string])[]
  value: T
  onChoose: (value: T) => void
}

export function Choice<T extends string>({ label, options, value, onChoose }: Props<T>) {
  const name = useId()
  return (
    <fieldset className="choice">
      <legend className="unseen">{label}</legend>
      {options.map(([option, words]) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}
