import { useMemo, useRef } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { approvalView } from '../../state/approvals/view.ts'
import { limitedUntil } from '../../state/facts.ts'
import { liveness } from '../../state/liveness/liveness.ts'
import type { SessionState } from '../../state/session-state.ts'
import { waiting } from '../../state/turns/prompts.ts'
import { ApprovalHint } from '../approvals/approval-hint.tsx'
import { newId, useAction } from '../store/action.ts'
import { useNow } from '../store/clock.ts'
import { api } from '../store/connection.ts'
import { promptSent } from '../store/sent.ts'
import { useStored } from '../store/stored.ts'
import { When } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Select } from '../ui/select.tsx'
import { submitHandler } from '../ui/submit-handler.ts'
import { type DraftMessage, useDraftMessage } from './draft.ts'
import { ImagePicker, ImageStrip } from './image-strip.tsx'
import { MessageField } from './message-field.tsx'
import { Queue } from './queue.tsx'
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
  const send = useSend(id, draft)
  const isBusy = state.turns.current !== null || waiting(state.prompts).length > 0
  const isEnded = state.process.status !== 'running'
  const canSend = draft.text.trim() !== '' || draft.images.length > 0
  const submit = () => {
    if (canSend && !images.isReading) void send.run(isBusy ? choice.when : undefined)
  }
  return (
    <>
      <Queue session={id} prompts={state.prompts} />
      <SendBlocker state={state} />
      <form
        className="composer"
        aria-label="Message"
        data-over={images.isOver}
        onSubmit={submitHandler(submit)}
        {...images.dropZone}
      >
        <ImageStrip images={draft.images} onRemove={images.remove} />
        <MessageField
          session={id}
          label={`Message to ${title || 'the session'}`}
          state={state}
          text={draft.text}
          isPending={send.isPending}
          onText={draft.setText}
          onPaste={images.onPaste}
          onSubmit={submit}
        />
        <div className="composer-foot row wrap">
          <ImagePicker kind="quiet" isReading={images.isReading} onFiles={images.add} />
          <span className="soft small grow composer-hint">
            {request ? (
              <ApprovalHint request={request} />
            ) : isEnded ? (
              'A message resumes the session.'
            ) : isBusy ? (
              choice.does
            ) : (
              'Enter sends, Shift Enter makes a new line'
            )}
          </span>
          {isBusy && (
            <Select
              aria-label="While the session works"
              title={choice.does}
              size="small"
              options={CHOICES.map(({ when, name }) => ({ value: when, name }))}
              value={choice.when}
              onChoose={choose}
            />
          )}
          <Button
            type="submit"
            kind="primary"
            disabled={!canSend || images.isReading}
            isPending={send.isPending}
          >
            {isEnded ? 'Resume and send' : 'Send'}
          </Button>
        </div>
        {images.problems.map((problem) => (
          <Failure key={problem} error={problem} />
        ))}
        <Failure error={send.error} again={submit} />
      </form>
    </>
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

const CHOICES = [
  { when: 'after-turn', name: 'Queue', does: 'It is sent when the turn is over' },
  { when: 'next', name: 'Send now', does: 'It joins the turn at the next tool' },
  { when: 'now', name: 'Interrupt and send', does: 'The turn is stopped for it' },
] as const
type BusyChoice = (typeof CHOICES)[number]

function useBusyChoice(): [BusyChoice, (when: string) => void] {
  const [kept, keep] = useStored('when-busy')
  return [CHOICES.find(({ when }) => when === kept) ?? CHOICES[0], keep]
}

/** The last lines of the CLI's login output say what to do. */
const LAST_LINES = 5

/** Why a message may not work now, and what to do about it. */
function SendBlocker({ state }: { state: SessionState }) {
  const now = useNow()
  const { activity, facts } = state
  const { wait } = liveness(state, now)
  const until = limitedUntil(facts)
  if (wait?.kind === 'authentication')
    return (
      <div className="obstacle" role="status">
        The CLI logs in, on the host’s machine.
        {wait.output.length > 0 && <pre>{wait.output.slice(-LAST_LINES).join('\n')}</pre>}
      </div>
    )
  if (activity.refusals.count > 0)
    return (
      <p className="obstacle" role="status">
        The CLI is not logged in, or its key is not accepted. On the host’s machine run <code>claude</code>{' '}
        and log in there with <code>/login</code>; then send the message again.
      </p>
    )
  if (until !== undefined && until > now)
    return (
      <p className="obstacle" role="status">
        The rate limit is reached until <When at={until} />: what is sent before may be refused.
      </p>
    )
  return null
}
