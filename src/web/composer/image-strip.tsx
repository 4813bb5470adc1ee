import { useRef } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { CloseIcon, ImageIcon } from '../ui/icons.ts'
import { ACCEPTED, type Image } from './images.ts'

interface Props {
  images: readonly Image[]
  onRemove: (id: string) => void
}

export function ImageStrip({ images, onRemove }: Props) {
  if (images.length === 0) return null
  return (
    <ul className="image-strip" aria-label="Images in this message">
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
  isReading: boolean
  onFiles: (files: readonly File[]) => void
}

export function ImagePicker({ isReading, onFiles }: PickerProps) {
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
      <IconButton
        size="small"
        label="Add images"
        icon={ImageIcon}
        isPending={isReading}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
