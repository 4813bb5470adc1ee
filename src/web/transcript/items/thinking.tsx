import { oneLine } from '../../../state/short-input.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { Age } from '../../ui/age.tsx'
import { count } from '../../ui/numbers.ts'
import { Fold } from '../fold.tsx'

interface Props {
  id: string
  text: string
  redacted?: true
  isCut?: boolean
  /** Set while the model is still thinking. */
  since?: number
}

export function Thinking({ id, text, redacted, isCut = false, since }: Props) {
  if (redacted) return <p className="thinking-none soft small">Hidden thinking</p>
  if (text === '')
    return (
      <p className="thinking-none soft small">Thinking… {since !== undefined && <Age since={since} />}</p>
    )
  return (
    <div className="thinking">
      <Fold
        name={`thinking ${id}`}
        label={
          <>
            {since === undefined ? 'Thought' : 'Thinking…'}
            <span className="thinking-first"> {oneLine(text)}</span>
            <span className="thinking-size">
              {since === undefined ? `${count(text.length)} characters` : <Age since={since} />}
              {isCut && ', cut off'}
            </span>
          </>
        }
      >
        {() => <Markdown text={text} />}
      </Fold>
    </div>
  )
}
