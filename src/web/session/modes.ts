export const BYPASS = 'bypassPermissions'
export const BYPASS_WARNING =
  'Everything runs, and nothing is asked: commands, deletions, the network. For a sandbox only.'

/** The CLI refuses bypass to a process that was not started for it. */
export const MODES = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'] as const
