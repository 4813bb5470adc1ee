/** Pictures in a dialog: arrow keys go from one to the next, `+` and `-` zoom, `0` fits the window. */
import { type KeyboardEvent, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BackIcon, DownloadIcon, ForwardIcon, ZoomInIcon, ZoomOutIcon } from '../../ui/icons.ts'
import type { Image } from './images.ts'
import '../../ui/button.css'
import './picture-viewer.css'

interface Props {
  images: readonly Image[]
  first: number
  onClose: () => void
}

const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8]

export function PictureViewer({ images, first, onClose }: Props) {
  const [at, setAt] = useState(first)
  /** Undefined: the picture fits the window. */
  const [zoom, setZoom] = useState<number>()
  const shown = useRef<HTMLImageElement>(null)
  const image = images[at]
  const go = (by: number) => {
    setAt((before) => Math.min(images.length - 1, Math.max(0, before + by)))
    setZoom(undefined)
  }
  const step = (by: number) => {
    const { width = 1, naturalWidth = 1 } = shown.current ?? {}
    const now = zoom ?? width / Math.max(1, naturalWidth)
    setZoom(
      by > 0 ? (STEPS.find((it) => it > now + 0.01) ?? 8) : (STEPS.findLast((it) => it < now - 0.01) ?? 0.1),
    )
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === '+' || event.key === '=') step(1)
    else if (event.key === '-') step(-1)
    else if (event.key === '0') setZoom(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (!image) return null
  const width = zoom === undefined ? undefined : zoom * (shown.current?.naturalWidth ?? 0)
  return (
    <Dialog
      title={images.length > 1 ? `Picture ${at + 1} of ${images.length}` : 'Picture'}
      onClose={onClose}
      size="large"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys for the buttons in it */}
      <div className="picture-viewer" onKeyDown={pressed}>
        <div className="picture-bar">
          {images.length > 1 && (
            <>
              <IconButton
                label="Previous picture"
                icon={BackIcon}
                disabled={at === 0}
                onClick={() => go(-1)}
              />
              <IconButton
                label="Next picture"
                icon={ForwardIcon}
                disabled={at === images.length - 1}
                onClick={() => go(1)}
              />
            </>
          )}
          <IconButton label="Zoom out" icon={ZoomOutIcon} onClick={() => step(-1)} />
          <IconButton label="Zoom in" icon={ZoomInIcon} onClick={() => step(1)} />
          <button
            type="button"
            className="button"
            data-kind="quiet"
            data-size="small"
            onClick={() => setZoom(undefined)}
          >
            {zoom === undefined ? 'Fits' : `${Math.round(zoom * 100)} %`}
          </button>
          <span className="grow" />
          <a
            className="button"
            data-kind="quiet"
            data-size="small"
            href={image.source}
            download={`picture-${at + 1}.${image.type.slice('image/'.length)}`}
          >
            <DownloadIcon />
            Download
          </a>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
        <section className="picture-place" tabIndex={0} aria-label="Picture" data-fits={zoom === undefined}>
          <img
            ref={shown}
            src={image.source}
            alt={`${at + 1} of ${images.length}`}
            {...(width && { width })}
          />
        </section>
      </div>
    </Dialog>
  )
}
