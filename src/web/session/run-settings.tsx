import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { Button } from '../ui/button.tsx'
import { ExpandIcon } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { BypassDialog } from './bypass-dialog.tsx'
import { useRunSettings } from './use-run-settings.ts'

/** Model and permission mode in one menu. */
export function RunSettings({ summary, state }: { summary: SessionSummary; state: SessionState }) {
  const settings = useRunSettings(summary, state)
  const { entries, words, isPending, isAsking } = settings
  if (entries.length === 0) return null
  return (
    <>
      <Menu label="Model and permissions" entries={entries}>
        <Button
          kind="quiet"
          size="small"
          className="session-settings"
          aria-label={`Model and permissions: ${words}`}
          isPending={isPending}
        >
          <span className="cut">{words}</span>
          <ExpandIcon />
        </Button>
      </Menu>
      {isAsking && <BypassDialog run={settings.bypass} onClose={settings.stopAsking} />}
    </>
  )
}
