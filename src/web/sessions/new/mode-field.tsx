import { modeName } from '../../../state/mode-names.ts'
import { BYPASS, BYPASS_WARNING } from '../../session/modes.ts'
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
    <label className="field">
      <span>Permissions</span>
      <select
        value={value}
        aria-describedby="new-mode-about"
        onChange={({ target }) => onChange(target.value as Choices['mode'])}
      >
        {MODES.map((mode) => (
          <option key={mode} value={mode}>
            {mode ? modeName(mode) : 'As the agent is set up'}
          </option>
        ))}
      </select>
      <span id="new-mode-about" className={`small ${value === BYPASS ? 'new-danger' : 'soft'}`}>
        {ABOUT[value]}
      </span>
    </label>
  )
}
