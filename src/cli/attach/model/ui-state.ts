/** What the person who looks has chosen and is doing. Everything else comes from the host. */
import type { EarlierItems } from '../../../api/earlier-items.ts'
import type { ApprovalView, SessionSummary } from '../../../api/resources.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import type { FieldValue } from '../../../state/approvals/form.ts'
import type { SessionState } from '../../../state/session-state.ts'
import type { ChangesPane } from './changes.ts'
import type { Editor } from './editor.ts'
import type { Anchor } from './scroll.ts'

/** What the host tells, as of now, and what else a key's meaning depends on. */
export interface World {
  readonly now: number
  readonly columns: number
  readonly rows: number
  readonly sessions: readonly SessionSummary[]
  /** Of all sessions, oldest first. */
  readonly approvals: readonly ApprovalView[]
  /** The state of the session that is shown. */
  readonly state: SessionState
  /** What that does not hold any more. */
  readonly earlier?: EarlierItems | undefined
  readonly isConnected: boolean
  /** Where the program was started. */
  readonly cwd: string
  readonly home: string | undefined
  readonly hasEditor: boolean
  /** An id that was not used yet. */
  readonly newId: string
}

/** How far an approval has come. It begins anew with each approval. */
export interface ApprovalUi {
  readonly id: string
  readonly shownAt: number
  /** It came while somebody was writing: the keys that follow at once are no decision. */
  readonly isSudden: boolean
  /** Another input than the one asked about. */
  readonly input?: JsonObject
  readonly step: ApprovalStep
}
export type ApprovalStep =
  | { readonly type: 'ask' }
  /** Which of the suggestions to remember. */
  | { readonly type: 'always'; readonly at: number; readonly picked: readonly number[] }
  | { readonly type: 'edit'; readonly editor: Editor }
  | { readonly type: 'deny'; readonly editor: Editor }
  | QuestionStep
  | FormStep
export interface QuestionStep {
  readonly type: 'question'
  readonly question: number
  /** The option that the cursor is on; the one after the last is for own words. */
  readonly at: number
  readonly picked: readonly (readonly number[])[]
  readonly own: readonly Editor[]
}
export interface FormStep {
  readonly type: 'form'
  /** The field that has the keys. */
  readonly at: number
  /** In a list to mark: the option that the cursor is on. */
  readonly option: number
  /** Of each field that is picked, its value. */
  readonly picked: readonly FieldValue[]
  /** Of each field that is typed, its text. */
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

/** What lies over the rest and has the keys. */
export type Dialog =
  | { readonly type: 'help'; readonly at: number }
  | { readonly type: 'menu'; readonly at: number; readonly entries: readonly MenuEntry[] }
  | {
      readonly type: 'new'
      readonly field: 'folder' | 'prompt'
      readonly folder: Editor
      readonly prompt: Editor
    }
  /** The session works: when shall the prompt run? */
  | { readonly type: 'when'; readonly at: number }
  | ChangesPane
  /** The prompts that wait. */
  | { readonly type: 'queue'; readonly at: number; readonly editor?: Editor }

export interface Flash {
  readonly text: string
  readonly level: 'info' | 'error'
  readonly at: number
}

/** A prompt that is being written. */
interface Draft {
  readonly editor: Editor
  /** It was sent with this id, and nobody knows whether it arrived: sent again, it runs once. */
  readonly failed?: { readonly text: string; readonly id: string }
}

export interface Ui {
  /** Which part has the keys; in a narrow terminal, which one is shown. */
  readonly focus: 'list' | 'session'
  readonly session: string | undefined
  /** Undefined: at the end, and it stays there. */
  readonly scroll: Anchor | undefined
  /** The list is in order of what the sessions do, and not project by project. */
  readonly isByState: boolean
  /** Thinking and output in full. */
  readonly isDetailed: boolean
  readonly drafts: { readonly [session: string]: Draft }
  /** The composer has the keys although something waits for a decision. */
  readonly isWriting: boolean
  readonly approval: ApprovalUi | undefined
  /** Answers that are under way; when the last one was given, and with which key. */
  readonly decided: { readonly ids: readonly string[]; readonly at: number; readonly key: string }
  readonly dialog: Dialog | undefined
  readonly flash: Flash | undefined
  /** When the last sign was written. */
  readonly typedAt: number
  readonly quitAskedAt: number
  /** Keys are passed over until the typing pauses: what was being written is gone. */
  readonly deafSince: number
}

export function firstUi(session: string | undefined): Ui {
  return {
    focus: session === undefined ? 'list' : 'session',
    session,
    scroll: undefined,
    isByState: false,
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
