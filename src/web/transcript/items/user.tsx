import { Fragment } from 'react'
import { textIn } from '../../../state/fields.ts'
import { oneLine } from '../../../state/short-input.ts'
import type { UserItem } from '../../../state/transcript/items.ts'
import { textOf } from '../../../state/transcript/message-fields.ts'
import { FileLink, WithFileLinks } from '../../files/file-link.tsx'
import { wholeReference } from '../../files/references.ts'
import { When } from '../../ui/age.tsx'
import { PersonIcon } from '../../ui/icons.ts'
import { Fold } from '../fold.tsx'
import { LongText } from '../long-text.tsx'
import { Pictures } from '../pictures/pictures.tsx'

/** A person's prompt, or text that the CLI wrote in the user's name, which starts folded. */
export function UserText({ item }: { item: UserItem }) {
  const { content, synthetic, acknowledged, id, at } = item
  const text = textOf(content)
  if (synthetic) {
    return (
      <div className="user-synthetic">
        <Fold name={`user ${id}`} label={<>From the CLI: {oneLine(text) || kindsOf(content)}</>}>
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
      <span className="avatar">
        <PersonIcon />
      </span>
      <div className="user-said">
        <div className="user-meta">
          <strong>You</strong>
          <When at={at} isShort />
          {!acknowledged && <span role="status">Sending…</span>}
        </div>
        <LongText name={`user ${id}`} text={text} most={30}>
          {(part) => (
            <div className="user-text">
              <Said text={part} />
            </div>
          )}
        </LongText>
        <Pictures content={content} />
      </div>
    </div>
  )
}

/** As it was written; only code and files stand out. */
function Said({ text }: { text: string }) {
  return text.split(/(`[^`\n]+`)/).map((part, index) => {
    const isCode = index % 2 === 1
    const code = isCode ? part.slice(1, -1) : ''
    const file = isCode ? wholeReference(code) : undefined
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part's place is its only name
      <Fragment key={index}>
        {!isCode ? (
          <WithFileLinks text={part} />
        ) : file ? (
          <FileLink {...file}>
            <code>{code}</code>
          </FileLink>
        ) : (
          <code>{code}</code>
        )}
      </Fragment>
    )
  })
}

function kindsOf(content: UserItem['content']): string {
  return typeof content === 'string' ? '' : content.map(({ type }) => textIn(type)).join(', ')
}
