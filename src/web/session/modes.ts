export const BYPASS = 'bypassPermissions'
export const BYPASS_WARNING =
  'Every tool runs without asking you: commands, deletions, network access. Use this in a sandbox only.'

/** The CLI refuses bypass to a process that was not started for it. */
export const MODES = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'] as const
