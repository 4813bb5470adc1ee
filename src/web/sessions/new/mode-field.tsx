import { modeName } from '../../../state/mode-names.ts'
import { BYPASS, BYPASS_WARNING } from '../../session/modes.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Choices, Mode } from './choices.ts'

interface Props {
  value: Choices['mode']
  onChange: (mode: Choices['mode']) => void
}

const ABOUT: Readonly<Record<Mode | '', string>> = {
  '': 'Follows the agent’s settings; without any, it asks first.',
  default: 'Asks before it changes files, runs commands or uses the network, unless a rule allows it.',
  acceptEdits: 'Edits files in the project without asking. Still asks before commands.',
  plan: 'Reads and plans only. Shows you the plan before it does anything.',
  auto: 'The agent’s classifier decides instead of asking you.',
  dontAsk: 'Refuses what no rule allows, without asking you.',
  [BYPASS]: `${BYPASS_WARNING} Requires a host started with --allow-bypass.`,
}
const MODES = Object.keys(ABOUT) as (Mode | '')[]

export function ModeField({ value, onChange }: Props) {
  return (
    <Field
      label="Permissions"
      hint={<span className={value === BYPASS ? 'new-danger' : ''}>{ABOUT[value]}</span>}
    >
      {(control) => (
        <Select
          {...control}
          options={MODES.map((mode) => ({
            value: mode,
            name: mode ? modeName(mode) : 'Agent’s default',
          }))}
          value={value}
          onChoose={onChange}
        />
      )}
    </Field>
  )
}
