/** The message field of a session, with the queue above it and the ways to send below. */
import { useMemo, useRef, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { approvalView } from '../../state/approvals/view.ts'
import type { SessionState } from '../../state/session-state.ts'
import { waiting } from '../../state/turns/prompts.ts'
import { ApprovalHint } from '../approvals/approval-hint.tsx'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { PHONE, useMedia } from '../store/media.ts'
import { promptSent } from '../store/sent.ts'
import { Failure } from '../ui/failure.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CommandIcon, EndIcon, MentionIcon } from '../ui/icons.ts'
import { submitHandler } from '../ui/submit-handler.ts'
import { type DraftMessage, useDraftMessage } from './draft.ts'
import { ImagePicker, ImageStrip } from './image-strip.tsx'
import { KeyHints } from './key-hints.tsx'
import { type FieldControl, MessageField } from './message-field.tsx'
import { Queue } from './queue.tsx'
import { SendBlocker } from './send-blocker.tsx'
import { type BusyChoice, SendButton, useBusyChoice } from './send-button.tsx'
import { useImages } from './use-images.ts'
import './composer.css'

export function Composer({ summary, state }: { summary: SessionSummary; state: SessionState }) {
  const { id, title, cwd } = summary
  const draft = useDraftMessage(id)
  const [approval] = state.approvals.pending
  const request = useMemo(
    () => approval && approvalView({ id, title, cwd }, approval),
    [approval, id, title, cwd],
  )
  const images = useImages(draft)
  const [choice, choose] = useBusyChoice()
  const isPhone = useMedia(PHONE)
  const [isFocused, setFocused] = useState(false)
  const field = useRef<FieldControl>(null)
  const send = useSend(id, draft)
  const isWorking = state.turns.current !== null
  const isBusy = isWorking || waiting(state.prompts).length > 0
  const isEnded = state.process.status !== 'running'
  const isEmpty = draft.text.trim() === '' && draft.images.length === 0
  const submit = () => {
    if (!isEmpty && !images.isReading) void send.run(isBusy ? choice.when : undefined)
  }
  return (
    <>
      <SendBlocker state={state} />
      <div className="composer" data-over={images.isOver} {...images.dropZone}>
        <Queue session={id} prompts={state.prompts} />
        <form aria-label={`Message to ${title || 'the session'}`} onSubmit={submitHandler(submit)}>
          <ImageStrip images={draft.images} onRemove={images.remove} />
          <MessageField
            control={field}
            session={id}
            label={`Message to ${title || 'the session'}`}
            state={state}
            text={draft.text}
            isPending={send.isPending}
            onText={draft.setText}
            onPaste={images.onPaste}
            onSubmit={submit}
            onFocused={setFocused}
          />
          <div className="composer-bar">
            <IconButton
              size="small"
              className="composer-insert"
              label="Mention a file"
              icon={MentionIcon}
              onClick={() => field.current?.insert('@')}
            />
            <IconButton
              size="small"
              className="composer-insert"
              label="Insert a command"
              icon={CommandIcon}
              disabled={draft.text !== ''}
              onClick={() => field.current?.insert('/')}
            />
            <ImagePicker isReading={images.isReading} onFiles={images.add} />
            <span className="grow" />
            <span className="composer-hint">
              {request ? (
                <ApprovalHint request={request} />
              ) : (
                <KeyHints
                  isFocused={isFocused}
                  isEmpty={isEmpty}
                  isWorking={isWorking}
                  hasSuggestion={state.facts.suggestion !== undefined}
                  sends={isBusy ? choice.name.toLowerCase() : isEnded ? 'resume and send' : 'send'}
                />
              )}
            </span>
            {isPhone && isWorking && !isEnded && isEmpty ? (
              <PhoneInterrupt session={id} />
            ) : (
              <SendButton
                isBusy={isBusy}
                isEnded={isEnded}
                isDisabled={isEmpty || images.isReading}
                isPending={send.isPending}
                choice={choice}
                onChoose={choose}
              />
            )}
          </div>
          {images.problems.map((problem) => (
            <Failure key={problem} error={problem} />
          ))}
          <Failure error={send.error} again={submit} />
        </form>
      </div>
    </>
  )
}

/** On a phone this button stands in place of Send while the field is empty; elsewhere the head has it. */
function PhoneInterrupt({ session }: { session: string }) {
  const stop = useAction(() =>
    api.call('interrupt', { params: { id: session }, body: { commandId: newId() } }),
  )
  return (
    <IconButton label="Interrupt" kind="quiet" className="composer-interrupt" icon={EndIcon} action={stop} />
  )
}

/** Sends the draft. A retry after a failure has the same id, so that the host accepts the message once. */
function useSend(session: string, draft: DraftMessage) {
  const tried = useRef<{ text: string; images: unknown; id: string }>(undefined)
  return useAction(async (when: BusyChoice['when'] | undefined) => {
    const { text, images } = draft
    if (tried.current?.text !== text || tried.current.images !== images)
      tried.current = { text, images, id: newId() }
    const { id } = tried.current
    promptSent(session)
    await api.call('sendMessage', {
      params: { id: session },
      body: {
        commandId: id,
        id,
        text,
        ...(images.length > 0 && { images: images.map(({ mediaType, data }) => ({ mediaType, data })) }),
        ...(when && { when }),
      },
    })
    tried.current = undefined
    draft.setText('')
    draft.setImages(() => [])
  })
}
