/** Who sent a command. */
export interface Client {
  readonly label: string
  /** The browser that it is; undefined: another program. */
  readonly browser?: string
}
