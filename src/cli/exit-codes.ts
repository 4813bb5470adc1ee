/** `fairlead help exit-codes` shows these. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  noHost: 3,
  notFound: 4,
  denied: 5,
  interrupted: 130,
} as const

export const EXIT_CODES: readonly (readonly [string, string])[] = [
  ['0', 'success; with --wait and `run`: the turn succeeded'],
  ['1', 'failure: the turn failed, the host refused, a check failed or `search` found nothing'],
  ['2', 'usage error: an unknown option or an invalid value'],
  ['3', 'no host: none is running (`status`), or it could not be started or reached'],
  ['4', 'not found: no session, approval or rule matches, or several do'],
  ['5', '`run`: the turn succeeded, but a tool was denied'],
  ['129', 'the terminal was closed (`attach`)'],
  ['130', 'ctrl-c, or the turn was interrupted'],
]
