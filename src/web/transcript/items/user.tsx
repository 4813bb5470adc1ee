import { textIn } from '../../../state/fields.ts'
import { oneLine } from '../../../state/short-input.ts'
import type { UserItem } from '../../../state/transcript/items.ts'
import { textOf } from '../../../state/transcript/message-fields.ts'
import { Fold } from '../fold.tsx'
import { LongText } from '../long-text.tsx'
import { Pictures } from '../pictures/pictures.tsx'

/** A person's prompt, or text that the CLI wrote in the user's name, which starts folded. */
export function UserText({ item }: { item: UserItem }) {
  const { content, synthetic, acknowledged, id } = item
  const text = textOf(content)
  if (synthetic) {
    return (
      <div className="user-synthetic">
        <Fold name={`user ${id}`} label={<>Said by the CLI: {oneLine(text) || kindsOf(content)}</>}>
          {() => (
            <>
              <pre className="user-text">{text}</pre>
              <Pictures content={content} />
            </>
          )}
        </Fold>
      </div>
    )
  }
  return (
    <div className="user" data-sending={!acknowledged}>
      <LongText name={`user ${id}`} text={text} most={30}>
        {(part) => <div className="user-text">{part}</div>}
      </LongText>
      <Pictures content={content} />
      {!acknowledged && (
        <span className="soft small" role="status">
          Sending…
        </span>
      )}
    </div>
  )
}

function kindsOf(content: UserItem['content']): string {
  return typeof content === 'string' ? '' : content.map(({ type }) => textIn(type)).join(', ')
}
