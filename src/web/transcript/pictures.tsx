import { objectIn, objectsIn, textIn } from '../../state/fields.ts'
import { OutLink } from '../markdown/inline.tsx'

/** Formats that a browser shows without running anything. */
const SHOWN = /^image\/(png|jpeg|gif|webp)$/

/** Embedded pictures are shown; a picture at an address becomes a link. */
export function Pictures({ content }: { content: unknown }) {
  const blocks = (objectsIn(content) ?? []).filter(({ type }) => type === 'image' || type === 'document')
  if (blocks.length === 0) return null
  return (
    <div className="pictures">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no name and never move
        <Picture key={index} block={block} />
      ))}
    </div>
  )
}

function Picture({ block }: { block: Readonly<Record<string, unknown>> }) {
  const source = objectIn(block.source) ?? {}
  const url = textIn(source.url)
  const data = textIn(source.data)
  const type = textIn(source.media_type) ?? ''
  if (url !== undefined) return <OutLink address={url}>picture: {url}</OutLink>
  if (block.type === 'image' && data !== undefined && SHOWN.test(type))
    return <img src={`data:${type};base64,${data}`} alt="attached" />
  return <span className="tag">{textIn(block.title) ?? (type || textIn(block.type))}</span>
}
