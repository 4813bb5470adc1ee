import { numberIn, textIn } from '../../../state/fields.ts'
import type { Call } from '../call.ts'
import { Output } from './bash.tsx'
import { ToolCard } from './tool-card.tsx'

export function Find({ call }: { call: Call }) {
  const { input, own } = call
  const pattern = textIn(input.pattern)
  const place = [textIn(input.path), textIn(input.glob), textIn(input.type)].filter((it) => it !== undefined)
  const told = numberIn(own.numMatches) ?? numberIn(own.numFiles)
  const isNothing = call.output.trim() === '' || /^No (files|matches) found/.test(call.output)
  const note = isNothing ? 'nothing found' : `${told || call.output.trim().split('\n').length} found`
  return (
    <ToolCard
      call={call}
      about={
        <>
          {pattern !== undefined && <code>{pattern}</code>}
          {place.length > 0 && (
            <span className="soft">
              {pattern === undefined ? '' : ' in '}
              <code>{place.join(' ')}</code>
            </span>
          )}
        </>
      }
      note={call.status === 'done' && <span className="soft small">{note}</span>}
      startsOpen={call.status === 'failed'}
    >
      {call.hasResult ? () => <Output call={call} name="found" text={call.output} /> : undefined}
    </ToolCard>
  )
}
