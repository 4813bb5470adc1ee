/**
 * Processes that withstand signals, and how long each signal may take, so that load changes nothing: a signal that the process withstands
 * gets a moment, and the one that ends it more time than any machine needs.
 */
const MOMENT = 100
const LONG = 120_000

export const DEAFNESS = [
  { deafTo: [], signal: 'SIGINT', signalWaits: { afterSigint: LONG } },
  { deafTo: ['SIGINT'], signal: 'SIGTERM', signalWaits: { afterSigint: MOMENT, afterSigterm: LONG } },
  {
    deafTo: ['SIGINT', 'SIGTERM'],
    signal: 'SIGKILL',
    signalWaits: { afterSigint: MOMENT, afterSigterm: MOMENT },
  },
]
