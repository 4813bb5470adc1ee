/** What the person has chosen and typed. Everything else comes from the host. */
import type { ApprovalView, SessionSummary } from '../../../api/resources.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import type { FieldValue } from '../../../state/approvals/form.ts'
import type { SessionState } from '../../../state/session-state.ts'
import type { Editor } from './editor.ts'
import type { Anchor } from './scroll.ts'

/** The current state of the host, and whatever else the meaning of a key depends on. */
export interface World {
  readonly now: number
  readonly columns: number
  readonly rows: number
  readonly sessions: readonly SessionSummary[]
  /** Of all sessions, oldest first. */
  readonly approvals: readonly ApprovalView[]
  /** Of the session that is shown. */
  readonly state: SessionState
  readonly isConnected: boolean
  /** The folder in which the program was started. */
  readonly cwd: string
  readonly home: string | undefined
  readonly hasEditor: boolean
  /** A fresh id. */
  readonly newId: string
}

/** The progress of the person with one approval. */
export interface ApprovalUi {
  readonly id: string
  readonly shownAt: number
  /** It appeared while somebody was typing: the keys that follow at once decide nothing. */
  readonly isSudden: boolean
  /** The input as edited. */
  readonly input?: JsonObject
  readonly step: ApprovalStep
}
export type ApprovalStep =
  | { readonly type: 'ask' }
  /** Choosing which suggestions to remember. */
  | { readonly type: 'always'; readonly at: number; readonly picked: readonly number[] }
  | { readonly type: 'edit'; readonly editor: Editor }
  | { readonly type: 'deny'; readonly editor: Editor }
  | QuestionStep
  | FormStep
export interface QuestionStep {
  readonly type: 'question'
  readonly question: number
  /** The option under the cursor; one past the last is the free text. */
  readonly at: number
  readonly picked: readonly (readonly number[])[]
  readonly own: readonly Editor[]
}
export interface FormStep {
  readonly type: 'form'
  /** The focused field. */
  readonly at: number
  /** The option under the cursor, in a field with several choices. */
  readonly option: number
  /** The value of each field that is picked. */
  readonly picked: readonly FieldValue[]
  /** The text of each field that is typed. */
  readonly editors: readonly Editor[]
  readonly problem?: string
}

export interface MenuEntry {
  readonly label: string
  readonly about?: string
  readonly isNow?: boolean
  readonly choice: MenuChoice
}
export type MenuChoice =
  | { readonly type: 'mode'; readonly mode: string }
  | { readonly type: 'model'; readonly model: string }
  | { readonly type: 'close' | 'resume' | 'archive' }

export type Dialog =
  | { readonly type: 'help'; readonly at: number }
  | { readonly type: 'menu'; readonly at: number; readonly entries: readonly MenuEntry[] }
  | {
      readonly type: 'new'
      readonly field: 'folder' | 'prompt'
      readonly folder: Editor
      readonly prompt: Editor
    }
  /** The session is busy: when shall the prompt run? */
  | { readonly type: 'when'; readonly at: number }
  /** The queued prompts. */
  | { readonly type: 'queue'; readonly at: number; readonly editor?: Editor }

export interface Flash {
  readonly text: string
  readonly level: 'info' | 'error'
  readonly at: number
}

interface Draft {
  readonly editor: Editor
  /** The prompt was sent with this id and may have arrived: the same id makes sure that it runs once. */
  readonly failed?: { readonly text: string; readonly id: string }
}

export interface Ui {
  /** The part that has the keys; a narrow terminal shows only this one. */
  readonly focus: 'list' | 'session'
  readonly session: string | undefined
  /** Undefined at the end, where the view follows new lines. */
  readonly scroll: Anchor | undefined
  /** Shows thinking and output in full. */
  readonly isDetailed: boolean
  readonly drafts: { readonly [session: string]: Draft }
  /** The composer has the keys although an approval is pending. */
  readonly isWriting: boolean
  readonly approval: ApprovalUi | undefined
  /** Approvals whose answers are on their way; the time and the key of the last answer. */
  readonly decided: { readonly ids: readonly string[]; readonly at: number; readonly key: string }
  readonly dialog: Dialog | undefined
  readonly flash: Flash | undefined
  /** When the last character was typed. */
  readonly typedAt: number
  readonly quitAskedAt: number
  /** Keys are ignored until the typing pauses, because the text they were meant for is gone. */
  readonly deafSince: number
}

export function firstUi(session: string | undefined): Ui {
  return {
    focus: session === undefined ? 'list' : 'session',
    session,
    scroll: undefined,
    isDetailed: false,
    drafts: {},
    isWriting: false,
    approval: undefined,
    decided: { ids: [], at: 0, key: '' },
    dialog: undefined,
    flash: undefined,
    typedAt: 0,
    quitAskedAt: 0,
    deafSince: 0,
  }
}
