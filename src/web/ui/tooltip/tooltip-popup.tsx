import { Tooltip } from '@base-ui/react/tooltip'
import { Kbd } from '../kbd.tsx'
import type { Tip } from './tooltips.tsx'
import './tooltip.css'

export function TooltipPopup({ tip, onClose }: { tip: Tip; onClose: () => void }) {
  return (
    <Tooltip.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Tooltip.Portal>
        <Tooltip.Positioner className="tooltip-place" anchor={tip.element} sideOffset={6}>
          <Tooltip.Popup className="tooltip" aria-hidden="true">
            {tip.text}
            {tip.shortcut && <Kbd>{tip.shortcut}</Kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
