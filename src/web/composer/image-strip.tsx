import type { Image } from './images.ts'

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
            ✕
          </button>
        </li>
      ))}
    </ul>
  )
}
