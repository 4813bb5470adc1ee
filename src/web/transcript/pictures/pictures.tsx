import { lazy, Suspense, useMemo, useState } from 'react'
import { OutLink } from '../../markdown/inline.tsx'
import { attachmentsIn } from './images.ts'

const PictureViewer = lazy(async () => ({ default: (await import('./picture-viewer.tsx')).PictureViewer }))

/** Embedded pictures are shown, and open in a viewer; a picture at an address becomes a link. */
export function Pictures({ content }: { content: unknown }) {
  const attachments = useMemo(() => attachmentsIn(content), [content])
  const [opened, setOpened] = useState<number>()
  if (attachments.length === 0) return null
  const images = attachments.flatMap((it) => (it.kind === 'image' ? [it.image] : []))
  return (
    <div className="pictures">
      {attachments.map((attachment, index) => {
        switch (attachment.kind) {
          case 'link':
            return (
              <OutLink key={attachment.address} address={attachment.address}>
                picture: {attachment.address}
              </OutLink>
            )
          case 'other':
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: attachments have no name and never move
              <span key={index} className="tag">
                {attachment.name}
              </span>
            )
          case 'image': {
            const place = images.indexOf(attachment.image)
            const of = images.length > 1 ? ` ${place + 1} of ${images.length}` : ''
            return (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: attachments have no name and never move
                key={index}
                type="button"
                className="picture"
                aria-label={`Open picture${of}`}
                onClick={() => setOpened(place)}
              >
                <img src={attachment.image.source} alt="" />
              </button>
            )
          }
        }
        return null
      })}
      {opened !== undefined && (
        <Suspense>
          <PictureViewer images={images} first={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
