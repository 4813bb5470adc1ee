export interface Finding {
  readonly check:
    | 'node'
    | 'storage'
    | 'data-folder'
    | 'journal'
    | 'fifos'
    | 'file-handles'
    | 'isolation'
    | 'port'
    | 'agent'
    | 'version'
    | 'initialize'
    | 'login'
  /** `note`: it works, with something worth knowing. `problem`: it cannot work. */
  readonly state: 'ok' | 'note' | 'problem'
  readonly text: string
  /** What to do about it. */
  readonly remedy?: string
  readonly details?: readonly string[]
  /** The same as data, for --json. */
  readonly facts?: Readonly<Record<string, unknown>>
}
