import { OptionsError } from '../process/errors.ts'
import type { SessionOptions } from './session-options.ts'

/** Throws when a handler and an option of the command line cannot both have their way. */
export function checkHandlers(options: SessionOptions): void {
  const { onApproval, permissionPromptToolName: tool } = options
  if (onApproval && tool !== undefined && tool !== 'stdio') {
    throw new OptionsError(
      `\`permissionPromptToolName\` lets the tool "${tool}" decide, and \`onApproval\` this program: use one of them.`,
    )
  }
}
