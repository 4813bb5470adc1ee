/** Links to files of a session. Outside of a session, and for what names no file, they are text. */
import { createContext, Fragment, type MouseEvent, type ReactNode, useContext } from 'react'
import { fileAddress } from '../router.ts'
import { type FileReference, piecesOf } from './references.ts'

export interface FileLinks {
  readonly session: string
  /** Shows the file beside what is read. Without it the link leads to the file's own page. */
  readonly open?: (file: FileReference) => void
}

export const FilesContext = createContext<FileLinks | undefined>(undefined)

export function FileLink({ path, line, children }: FileReference & { children: ReactNode }) {
  const links = useContext(FilesContext)
  if (!links) return children
  const file = { path, ...(line !== undefined && { line }) }
  const show = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!isPlain || !links.open) return
    event.preventDefault()
    event.stopPropagation()
    links.open(file)
  }
  return (
    <a className="file-link" href={fileAddress(links.session, file)} onClick={show}>
      {children}
    </a>
  )
}

export function WithFileLinks({ text }: { text: string }): ReactNode {
  const links = useContext(FilesContext)
  if (!links) return text
  return piecesOf(text).map((piece, index) =>
    piece.file ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece's place is its only name
      <FileLink key={index} {...piece.file}>
        {piece.text}
      </FileLink>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece's place is its only name
      <Fragment key={index}>{piece.text}</Fragment>
    ),
  )
}
