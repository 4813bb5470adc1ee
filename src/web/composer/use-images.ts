import { type ClipboardEvent, type DragEvent, useState } from 'react'
import type { DraftMessage } from './draft.ts'
import { readImages } from './images.ts'

export function useImages({ images, setImages }: DraftMessage) {
  const [problems, setProblems] = useState<readonly string[]>([])
  const [reading, setReading] = useState(0)
  const [isOver, setOver] = useState(false)
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    setReading((now) => now + 1)
    try {
      const read = await readImages(files, images.length)
      setImages((before) => [...before, ...read.images])
      setProblems([...new Set(read.problems)])
    } catch (failure) {
      setProblems([failure instanceof Error ? failure.message : String(failure)])
    } finally {
      setReading((now) => now - 1)
    }
  }
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    problems,
    isReading: reading > 0,
    isOver,
    add: (files: readonly File[]) => void add(files),
    remove: (id: string) => {
      setImages((before) => before.filter((it) => it.id !== id))
      setProblems([])
    },
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length === 0) return
      event.preventDefault()
      void add([...event.clipboardData.files])
    },
    dropZone: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        void add([...event.dataTransfer.files])
      },
    },
  }
}
