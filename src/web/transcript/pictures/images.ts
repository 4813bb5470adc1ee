/** The pictures of a prompt or of a tool's result. */
import { objectIn, objectsIn, textIn } from '../../../state/fields.ts'

export interface Image {
  /** A `data:` address. */
  readonly source: string
  readonly type: string
}
export type Attachment =
  | { readonly kind: 'image'; readonly image: Image }
  /** A picture at an address is not loaded. */
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'other'; readonly name: string }

/** Formats that a browser shows without running anything. */
const SHOWN = /^image\/(png|jpeg|gif|webp)$/
const BASE64 = /^[A-Za-z0-9+/=\s]*$/

export function attachmentsIn(content: unknown): Attachment[] {
  return (objectsIn(content) ?? [])
    .filter(({ type }) => type === 'image' || type === 'document')
    .map((block): Attachment => {
      const source = objectIn(block.source) ?? {}
      const address = textIn(source.url)
      if (address !== undefined) return { kind: 'link', address }
      const data = textIn(source.data)
      const type = textIn(source.media_type) ?? ''
      return block.type === 'image' &&
        data !== undefined &&
        SHOWN.test(type) &&
        BASE64.test(data.slice(0, 200))
        ? { kind: 'image', image: { source: `data:${type};base64,${data}`, type } }
        : { kind: 'other', name: textIn(block.title) ?? (type || (textIn(block.type) ?? '')) }
    })
}
