import { textIn } from '../../../state/fields.ts'
import { OutLink } from '../../markdown/inline.tsx'
import { Markdown } from '../../markdown/markdown.tsx'
import type { Call } from '../call.ts'
import { LongText } from '../long-text.tsx'
import { ErrorText } from './plain.tsx'
import { ToolCard } from './tool-card.tsx'

export function Web({ call }: { call: Call }) {
  const url = textIn(call.input.url)
  const prompt = textIn(call.input.prompt)
  return (
    <ToolCard
      call={call}
      about={<code className="tool-path">{url ?? textIn(call.input.query)}</code>}
      startsOpen={call.status === 'failed'}
    >
      {() => (
        <>
          {url !== undefined && (
            <p className="small">
              <OutLink address={url}>{url}</OutLink>
            </p>
          )}
          {prompt !== undefined && <p className="soft small">{prompt}</p>}
          {call.status === 'done' && (
            <LongText name={`page ${call.id}`} text={call.output} most={40}>
              {(text) => <Markdown text={text} />}
            </LongText>
          )}
          <ErrorText call={call} />
        </>
      )}
    </ToolCard>
  )
}
