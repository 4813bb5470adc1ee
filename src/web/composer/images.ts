export interface Image {
  readonly id: string
  readonly name: string
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  /** Base64. */
  readonly data: string
}

const MAX_IMAGES = 20
const MAX_BYTES = 5 * 1024 * 1024
const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
export const ACCEPTED = TYPES.join(',')

function imageProblem({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): string | undefined {
  if (!TYPES.includes(type)) return `${name}: only PNG, JPEG, GIF and WebP images can be sent.`
  if (size > MAX_BYTES)
    return `${name}: ${(size / 1024 / 1024).toFixed(1)} MB; the limit is ${MAX_BYTES / 1024 / 1024} MB.`
  return undefined
}

let count = 0

export async function readImages(
  files: readonly File[],
  known: number,
): Promise<{ images: Image[]; problems: string[] }> {
  const problems = files.flatMap((file) => imageProblem(file) ?? [])
  const good = files.filter((file) => imageProblem(file) === undefined)
  const room = Math.max(0, MAX_IMAGES - known)
  if (good.length > room) problems.push(`A message can have up to ${MAX_IMAGES} images.`)
  const images = await Promise.all(
    good.slice(0, room).map(async (file): Promise<Image> => {
      count += 1
      const mediaType = file.type as Image['mediaType']
      return { id: `image-${count}`, name: file.name || 'image', mediaType, data: await base64Of(file) }
    }),
  )
  return { images, problems }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
