/** The names of a session's options and what their values must be, for the check that refuses misspelt and wrong ones. */
import { FLAGS } from '../process/options/flag-table.ts'
import { INITIALIZE_FIELDS } from '../process/options/initialize-fields.ts'
import type { OptionNames, OtherNames } from '../protocol/option-names.ts'
import {
  aboveZero,
  aFunction,
  aName,
  anObject,
  aText,
  either,
  milliseconds,
  oneOf,
  textOrTexts,
  texts,
  valuesOf,
  yesOrNo,
} from '../protocol/option-values.ts'
import type { SessionHandlers, SessionOptions } from './session-options.ts'

const HANDLERS: OptionNames<SessionHandlers> = {
  onApproval: aFunction,
  onUserDialog: aFunction,
  hooks: anObject,
  onMessage: aFunction,
  onIrregular: aFunction,
  onWarning: aFunction,
  onStderr: aFunction,
}

export const SESSION_OPTIONS: OptionNames<SessionOptions> = {
  ...FLAGS,
  ...INITIALIZE_FIELDS,
  ...HANDLERS,
  mcpServers: anObject,
  sandbox: anObject,
  skills: either(oneOf('all'), texts),
  plugins: textOrTexts,
  pluginsWithoutMcp: textOrTexts,
  extraArgs: valuesOf('an object of flags without dashes', either(aText, oneOf(null))),
  pluginDelivery: oneOf('flags', 'initialize'),
  binary: aName,
  cwd: aName,
  env: valuesOf('an object of texts', aText),
  fileCheckpointing: yesOrNo,
  controlTimeout: milliseconds,
  keepState: yesOrNo,
  stallAfter: either(milliseconds, oneOf(false)),
  closeWaits: valuesOf('an object of milliseconds', milliseconds),
  signalWaits: valuesOf('an object of milliseconds', milliseconds),
  maxLineBytes: aboveZero,
  // Not `instanceof`: a page simulated in Node has a class of its own.
  signal: (value) =>
    typeof (value as AbortSignal | null)?.throwIfAborted === 'function' ? undefined : 'an AbortSignal',
  isolation: anObject,
}

/** What options of the official client, and of the CLI, are called here. */
export const OTHER_NAMES: OtherNames = {
  canUseTool: '`onApproval`',
  onElicitation: '`onApproval`, which gets forms too',
  outputFormat: '`jsonSchema`, or `schema` of `ask`',
  pathToClaudeCodeExecutable: '`binary`',
  abortController: '`signal`, with the signal of the controller',
  stderr: '`onStderr`',
  enableFileCheckpointing: '`fileCheckpointing`',
  customSystemPrompt: '`systemPrompt`',
  executable: '`binary`, which may be a script',
  executableArgs: '`binary`, which may be a script',
  spawnClaudeCodeProcess: 'a `Transport` of your own, passed to `new Session(transport)`',
  sessionStore: '`sessionMirror: true`, and store its messages',
  addDir: '`additionalDirectories`',
  schema: '`jsonSchema`, or `ask`, which checks the answer',
  timeout: '`signal`, such as `AbortSignal.timeout(60_000)`',
  verbose: '`onMessage`: every message is always there',
}
