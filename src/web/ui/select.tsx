/** One of many options. Its list opens over the page; letters find an option, arrow keys move, Enter takes it. */
import { Select as Base } from '@base-ui/react/select'
import { CheckIcon, ExpandIcon } from './icons.ts'
import { keepEscape } from './popup-escape.ts'
import './popup.css'
import './select.css'

export interface SelectOption<T extends string> {
  readonly value: T
  readonly name: string
}

interface Props<T extends string> {
  options: readonly SelectOption<T>[]
  value: T
  onChoose: (value: T) => void
  size?: 'small' | 'normal'
  disabled?: boolean
  className?: string
  title?: string | undefined
  id?: string
  'aria-label'?: string
  'aria-busy'?: boolean
  'aria-invalid'?: boolean
  'aria-required'?: boolean
  'aria-describedby'?: string | undefined
}

export function Select<T extends string>({
  options,
  value,
  onChoose,
  size = 'normal',
  disabled = false,
  className = '',
  id,
  ...rest
}: Props<T>) {
  const items = options.map((option) => ({ value: option.value, label: option.name }))
  return (
    <Base.Root
      items={items}
      value={value}
      disabled={disabled}
      modal={false}
      {...(id !== undefined && { id })}
      onOpenChange={(_, details) => keepEscape(details)}
      onValueChange={(chosen) => {
        if (chosen !== null && chosen !== value) onChoose(chosen)
      }}
    >
      <Base.Trigger {...rest} className={`select ${className}`} data-size={size} data-value={value}>
        <Base.Value />
        <ExpandIcon />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="positioner" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="popup">
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  className="popup-item"
                  value={option.value}
                  label={option.name}
                  data-value={option.value}
                >
                  <span className="popup-check">
                    <Base.ItemIndicator>
                      <CheckIcon />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText className="cut">{option.name}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
