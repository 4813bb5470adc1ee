import { IconButton } from '../../ui/icon-button.tsx'
import { PanelIcon } from '../../ui/icons.ts'
import { useSidePanel } from './use-side-panel.ts'

export function PanelToggle() {
  const { isOpen, toggle } = useSidePanel()
  return (
    <span className="session-panel-toggle">
      <IconButton
        size="small"
        label={isOpen ? 'Hide details' : 'Show details'}
        icon={PanelIcon}
        aria-pressed={isOpen}
        onClick={toggle}
      />
    </span>
  )
}
