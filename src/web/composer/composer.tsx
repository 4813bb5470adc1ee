/** Where one writes to a session: the message, what goes with it, and what becomes of it while the session works. */
import { useRef } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { waiting } from '../../state/turns/prompts.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { CHOICES, useBusyChoice } from './busy-choice.ts'
import { useDraftMessage } from './draft.ts'
import { ImageStrip } from './image-strip.tsx'
import { ACCEPTED } from './images.ts'
import { MessageField } from './message-field.tsx'
import { Queue } from './queue.tsx'
import { SendBlocker } from './send-blocker.tsx'
import { useImages } from './use-images.ts'
import { useSend } from './use-send.ts'
import './composer.css'

interface Props {
  summary: SessionSummary
  state: SessionState
}

export function Composer({ summary, state }: Props) {
  const { id, title } = summary
  const draft = useDraftMessage(id)
  const images = useImages(draft)
  const [choice, choose] = useBusyChoice()
  const send = useSend(id, draft)
  const picker = useRef<HTMLInputElement>(null)
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
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
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
          onFiles={images.add}
          onSubmit={submit}
        />
        <div className="composer-foot row wrap">
          <input
            ref={picker}
            type="file"
            accept={ACCEPTED}
            multiple
            hidden
            aria-label="Images"
            onChange={({ target }) => {
              images.add([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <Button
            kind="quiet"
            size="small"
            isPending={images.isReading}
            onClick={() => picker.current?.click()}
          >
            Add images
          </Button>
          <span className="soft small grow composer-hint">
            {isEnded
              ? 'A message resumes the session.'
              : isBusy
                ? choice.does
                : 'Enter sends, Shift Enter makes a new line'}
          </span>
          {isBusy && (
            <select
              aria-label="While the session works"
              title={choice.does}
              value={choice.when}
              onChange={({ target }) => choose(target.value)}
            >
              {CHOICES.map(({ when, name }) => (
                <option key={when} value={when}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <Button
            type="submit"
            kind="main"
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
