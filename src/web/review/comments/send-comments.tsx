/** In the head of the session: sends the drafts as one prompt, now or once the session is free, or discards them. */
import { useState } from 'react'
import type { SessionState } from '../../../state/session-state.ts'
import { waiting } from '../../../state/turns/prompts.ts'
import { BUSY_CHOICES, type BusyChoice, useBusyChoice } from '../../composer/send-button.tsx'
import { useShortcuts } from '../../keys/keys.ts'
import { newId, useAction } from '../../store/action.ts'
import { api } from '../../store/connection.ts'
import { promptSent } from '../../store/sent.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeleteIcon, ExpandIcon, TextIcon } from '../../ui/icons.ts'
import { keyName } from '../../ui/kbd.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast, toastFailure } from '../../ui/toast/toasts.ts'
import './send-comments.css'
import { isSaving, refreshComments, removeComments, useComments } from './kept-comments.ts'
import './send-comments.css'

export function SendComments({ session, state }: { session: string; state: SessionState }) {
  const drafts = useComments(session).filter(({ status }) => status === 'draft')
  const [choice] = useBusyChoice()
  const [isDiscarding, setDiscarding] = useState(false)
  const isBusy = state.turns.current !== null || waiting(state.prompts).length > 0
  const ids = drafts.map(({ id }) => id)
  const send = useAction(
    async (when?: BusyChoice['when']) => {
      promptSent(session)
      const body = { commandId: newId(), ids, ...(when && { when }) }
      await api.call('sendComments', { params: { id: session }, body })
      await refreshComments(session)
      const isQueued = when === 'after-turn'
      showToast({ text: `${counted(ids.length)} ${isQueued ? 'queued' : 'sent'}.`, tone: 'success' })
    },
    { onFailure: toastFailure },
  )
  const sendAsUsual = () => void send.run(isBusy ? choice.when : undefined)
  useShortcuts(
    'Review',
    drafts.length > 0 ? [{ key: 'Mod+Enter', does: 'send the comments', run: sendAsUsual }] : [],
  )
  if (drafts.length === 0) return null
  return (
    <>
      <Button size="small" kind="quiet" className="send-discard" onClick={() => setDiscarding(true)}>
        Discard comments
      </Button>
      <IconButton
        label="Discard comments"
        icon={DeleteIcon}
        size="small"
        className="send-discard-small"
        onClick={() => setDiscarding(true)}
      />
      <span className="button-group">
        <Button
          size="small"
          kind="primary"
          isPending={send.isPending || drafts.some(isSaving)}
          shortcut={keyName('Mod+Enter')}
          onClick={sendAsUsual}
        >
          <TextIcon />
          {isBusy && choice.when === 'after-turn' ? 'Queue' : 'Send'} {counted(drafts.length)}
        </Button>
        {isBusy && (
          <Menu
            label="When to send the comments"
            entries={BUSY_CHOICES.map(({ when, name, about }) => ({
              name,
              about,
              run: () => void send.run(when),
            }))}
          >
            <IconButton label="When to send the comments" icon={ExpandIcon} kind="primary" size="small" />
          </Menu>
        )}
      </span>
      {isDiscarding && (
        <ConfirmDialog
          title="Discard comments?"
          confirm="Discard"
          cancel="Keep"
          run={() => removeComments(session, ids)}
          onClose={() => setDiscarding(false)}
        >
          <p>{counted(drafts.length)} that you have not sent will be gone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const counted = (count: number): string => (count === 1 ? '1 comment' : `${count} comments`)
