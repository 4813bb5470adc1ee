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
  '': 'What its settings say, and otherwise: ask.',
  default: 'Asks before it changes files, runs commands or uses the network, unless a rule allows it.',
  acceptEdits: 'Changes files in its folder without asking. Commands are still asked about.',
  plan: 'Reads and plans only. It shows you the plan before it does anything.',
  auto: 'A classifier of the agent decides, and you are not asked.',
  dontAsk: 'What no rule allows is refused, without asking you.',
  [BYPASS]: `${BYPASS_WARNING} The host refuses it unless it was started with --allow-bypass.`,
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
            name: mode ? modeName(mode) : 'As the agent is set up',
          }))}
          value={value}
          onChoose={onChange}
        />
      )}
    </Field>
  )
}
