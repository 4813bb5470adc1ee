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
  ['0', 'done; of --wait and `run`: the turn ended well'],
  [
    '1',
    'it did not work: the turn ended with an error, the host refused, a check failed, `search` found nothing',
  ],
  ['2', 'called wrongly: an unknown option, a value that does not fit'],
  ['3', 'no host: none runs (`status`), or it could not be started or reached'],
  ['4', 'no such session, approval or rule, or several that fit'],
  ['5', '`run`: the turn ended well, but a tool was denied'],
  ['129', 'the terminal was closed (`attach`)'],
  ['130', 'ctrl-c, or the turn was interrupted'],
]
