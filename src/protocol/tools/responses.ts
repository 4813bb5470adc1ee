/**
 * What the CLI's own tools return as structured data: `tool_response` of a PostToolUse hook. Nothing checks it and versions differ,
 * so every field is optional.
 */
import type { JsonObject, OpenString } from '../json.ts'
import type { Question } from './inputs.ts'

/** What a command wrote. */
export interface BashResponse {
  stdout?: string
  stderr?: string
  interrupted?: boolean
  isImage?: boolean
  /** The task of a command that runs in the background. */
  backgroundTaskId?: string
}
/** What was read. A text file has `file.content`; other kinds of files have other fields. */
export interface ReadResponse {
  type?: OpenString<'text' | 'image' | 'pdf' | 'notebook'>
  file?: {
    filePath?: string
    content?: string
    numLines?: number
    startLine?: number
    totalLines?: number
  }
}
/** The file as it is now, and how it changed. */
export interface WriteResponse {
  type?: OpenString<'create' | 'update'>
  filePath?: string
  content?: string
  /** Null for a new file. */
  originalFile?: string | null
  structuredPatch?: JsonObject[]
}
/** What was replaced, and the file before it. */
export interface EditResponse {
  filePath?: string
  oldString?: string
  newString?: string
  originalFile?: string | null
  structuredPatch?: JsonObject[]
  replaceAll?: boolean
}
/** The questions, and the answers keyed by the text of the question. */
export interface AskUserQuestionResponse {
  questions?: Question[]
  answers?: { [question: string]: string | string[] }
}

/** The tools whose response is known. */
export interface ToolResponses {
  Bash: BashResponse
  Read: ReadResponse
  Write: WriteResponse
  Edit: EditResponse
  AskUserQuestion: AskUserQuestionResponse
}
