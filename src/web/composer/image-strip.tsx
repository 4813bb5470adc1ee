import { type ComponentProps, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.ts'
import { ACCEPTED, type Image } from './images.ts'

interface Props {
  images: readonly Image[]
  onRemove: (id: string) => void
}

export function ImageStrip({ images, onRemove }: Props) {
  if (images.length === 0) return null
  return (
    <ul className="image-strip" aria-label="Images that go with the message">
      {images.map(({ id, name, mediaType, data }) => (
        <li key={id}>
          <img src={`data:${mediaType};base64,${data}`} alt={name} title={name} />
          <button type="button" aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface PickerProps {
  kind?: ComponentProps<typeof Button>['kind']
  isReading: boolean
  onFiles: (files: readonly File[]) => void
}

export function ImagePicker({ kind = 'plain', isReading, onFiles }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label="Images"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button kind={kind} size="small" isPending={isReading} onClick={() => input.current?.click()}>
        Add images
      </Button>
    </>
  )
}
