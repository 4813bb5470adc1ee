import { readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import type { CreateSession } from '../../api/commands.ts'
import { listed, UsageError } from '../command-line.ts'
import type { Io } from '../io.ts'

export const IMAGE_OPTION = {
  type: 'string',
  short: 'i',
  multiple: true,
  value: 'FILE',
  about: 'an image to send along: png, jpg, gif or webp (repeatable)',
  completes: 'file',
} as const

const MEDIA_TYPES = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
} as const

export async function promptFrom(given: string | undefined, io: Io): Promise<string | undefined> {
  const prompt = given === '-' ? await readAll(io.stdin) : given
  if (prompt?.trim() === '') throw new UsageError('The prompt is empty')
  return prompt
}

export function imagesFrom(files: readonly string[] | undefined, io: Io): Pick<CreateSession, 'images'> {
  return files ? { images: files.map((file) => imageFrom(file, io)) } : {}
}

function imageFrom(file: string, { cwd }: Io): NonNullable<CreateSession['images']>[number] {
  const mediaType = MEDIA_TYPES[extname(file).toLowerCase() as keyof typeof MEDIA_TYPES]
  if (!mediaType)
    throw new UsageError(
      `--image: ${file} is no ${listed(Object.keys(MEDIA_TYPES).map((it) => it.slice(1)))}`,
    )
  try {
    return { mediaType, data: readFileSync(resolve(cwd, file)).toString('base64') }
  } catch (error) {
    throw new UsageError(`--image: ${(error as Error).message}`)
  }
}
