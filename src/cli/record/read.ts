import { readFileSync } from 'node:fs'
import { parseRecording, type Recording, RecordingError } from '../../recorder/format.ts'

export function readRecording(file: string): { recording: Recording; text: string } {
  const text = readFileSync(file, 'utf8')
  try {
    return { recording: parseRecording(text), text }
  } catch (error) {
    throw error instanceof RecordingError ? new Error(`${file}: ${error.message}`) : error
  }
}
