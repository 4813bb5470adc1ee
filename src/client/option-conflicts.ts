import { OptionsError } from '../process/errors.ts'
import type { SessionOptions } from './session-options.ts'

/** Throws when a handler of this program and an option of the command line cannot both have their way. */
export function checkConflicts(options: SessionOptions): void {
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
