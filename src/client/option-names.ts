/** The names of a session's options, for the check that refuses misspelt ones. */
import { FLAGS } from '../process/options/flag-table.ts'
import { INITIALIZE_FIELDS } from '../process/options/initialize-fields.ts'
import type { OptionNames } from '../protocol/option-names.ts'
import type { SessionHandlers, SessionOptions } from './session-options.ts'

const HANDLERS: OptionNames<SessionHandlers> = {
  onApproval: true,
  onUserDialog: true,
  hooks: true,
  onMessage: true,
  onIrregular: true,
  onWarning: true,
  onStderr: true,
}

export const SESSION_OPTIONS: OptionNames<SessionOptions> = {
  ...FLAGS,
  ...INITIALIZE_FIELDS,
  ...HANDLERS,
  sandbox: true,
  skills: true,
  extraArgs: true,
  pluginDelivery: true,
  binary: true,
  cwd: true,
  env: true,
  fileCheckpointing: true,
  controlTimeout: true,
  keepState: true,
  stallAfter: true,
  closeWaits: true,
  signalWaits: true,
  maxLineBytes: true,
  signal: true,
  isolation: true,
}
