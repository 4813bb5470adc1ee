import { OptionsError } from '../process/errors.ts'
import { checkFunctions } from '../protocol/option-names.ts'
import type { SessionOptions } from './session-options.ts'

/** Throws for handlers that cannot be called, and when one of them and an option of the command line cannot both have their way. */
export function checkHandlers(options: SessionOptions): void {
  checkFunctions(options, ['onApproval', 'onUserDialog', 'onMessage', 'onIrregular', 'onWarning', 'onStderr'])
  // Not `instanceof`: a page simulated in Node has a class of its own.
  if (options.signal !== undefined && typeof options.signal.throwIfAborted !== 'function')
    throw new OptionsError('`signal` must be an AbortSignal.')
  const { onApproval, permissionPromptToolName: tool, pluginDelivery } = options
  if (onApproval && tool !== undefined && tool !== 'stdio') {
    throw new OptionsError(
      `\`permissionPromptToolName\` lets the tool "${tool}" decide, and \`onApproval\` this program: use one of them.`,
    )
  }
  if (pluginDelivery !== undefined && pluginDelivery !== 'flags' && pluginDelivery !== 'initialize') {
    throw new OptionsError(`\`pluginDelivery\` must be flags or initialize, not "${pluginDelivery}".`)
  }
}
