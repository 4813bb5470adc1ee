/** Who sent a command. */
export interface Client {
  readonly label: string
  /** The id of the browser; undefined for other programs. */
  readonly browser?: string
}
