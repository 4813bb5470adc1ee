// @ts-check
// All targets: what each row of each bench has to reach. A row without one is a row that nobody watches.

/**
 * @typedef {object} Target
 * @property {string} label
 * @property {string} unit
 * @property {'more' | 'less'} better whether a figure has to be at least or at most the bound
 * @property {number} [absolute] a bound in the row's own unit
 * @property {number} [official] a multiple of what the official client reached in the same program
 * @property {number} [limit] a multiple of what the bare limit reached in the same program
 * @property {number} [read] a multiple of what Fairlead reached when read with `for await`
 */

const CHUNKS = { 1: '1 B', line: 'a line', 4096: '4 KiB', 65536: '64 KiB' }
const STREAMS = { deltas: 'deltas', results: 'with 100 KB results', 'multi-byte': 'multi-byte text' }

/** @returns {Record<string, Target>} */
function lineRates() {
  /** @type {Record<string, Target>} */
  const rows = {}
  for (const [stream, what] of Object.entries(STREAMS)) {
    for (const [chunk, size] of Object.entries(CHUNKS)) {
      const label = `${what}, chunks of ${size}`
      rows[`${stream}-${chunk}`] = { label, unit: '/s', better: 'more', limit: 0.9 }
      rows[`${stream}-${chunk}-stream`] = {
        label: `${label}, a stream`,
        unit: '/s',
        better: 'more',
        official: 1,
      }
    }
  }
  return rows
}

/** @type {Record<string, Record<string, Target>>} by bench and row */
export const targets = {
  lines: {
    ...lineRates(),
    'long-plain': { label: 'a line of 10 MB, plain, each byte', unit: 'ns', better: 'less', limit: 1 },
    'long-multi-byte': {
      label: 'a line of 10 MB, multi-byte, each byte',
      unit: 'ns',
      better: 'less',
      limit: 1,
    },
    'memory-live': { label: 'memory kept, growth over the input', unit: 'MB', better: 'less', absolute: 1 },
    // It also depends on when V8 collects; a leak of all input would be hundreds.
    'memory-peak': { label: 'peak memory, growth over the input', unit: 'MB', better: 'less', absolute: 32 },
  },

  client: {
    deltas: { label: 'deltas of 270 B', unit: '/s', better: 'more', official: 1.8, limit: 0.9, read: 1 },
    'deltas-cpu': { label: 'deltas: CPU per million', unit: 's', better: 'less', official: 0.55 },
    results: { label: 'with tool results of 100 KB', unit: '/s', better: 'more', official: 1.7, limit: 0.8 },
    'results-cpu': { label: 'results: CPU per million', unit: 's', better: 'less', official: 0.6 },
    'multi-byte': { label: 'multi-byte text', unit: '/s', better: 'more', official: 1.6 },
    'multi-byte-cpu': {
      label: 'multi-byte text: CPU per million',
      unit: 's',
      better: 'less',
      official: 0.65,
    },
    answers: { label: 'whole answers of 4 KB', unit: '/s', better: 'more', official: 1.3, limit: 0.75 },
    'answers-cpu': { label: 'answers: CPU per million', unit: 's', better: 'less', official: 0.8 },
    'answers-passed': {
      label: 'the same, without a state',
      unit: '/s',
      better: 'more',
      official: 1.3,
      limit: 0.75,
    },
    'answers-passed-cpu': {
      label: 'without a state: CPU per million',
      unit: 's',
      better: 'less',
      official: 0.8,
    },
    delay: { label: 'delay at 200/s, p50', unit: 'us', better: 'less', official: 0.8 },
    approval: { label: 'approval round trip, p50', unit: 'us', better: 'less', official: 0.8 },
    import: { label: 'import', unit: 'ms', better: 'less', official: 0.2 },
    'import-memory': { label: 'memory after the import', unit: 'MB', better: 'less', absolute: 46 },
    'first-message': { label: 'first message, first session', unit: 'ms', better: 'less', official: 0.6 },
    'later-message': { label: 'first message, later sessions', unit: 'ms', better: 'less', official: 0.8 },
    'slow-peak': { label: 'slow reader: peak memory', unit: 'MB', better: 'less', absolute: 64 },
    'slow-growth': { label: 'slow reader: growth', unit: 'MB', better: 'less', absolute: 8 },
    'slow-held': { label: 'slow reader: the CLI waits (1: yes)', unit: '', better: 'more', absolute: 1 },
    'slow-after': {
      label: 'slow reader: peak while it catches up',
      unit: 'MB',
      better: 'less',
      absolute: 96,
    },
    drain: { label: 'after a stall, each queued message', unit: 'us', better: 'less', absolute: 5 },
    'drain-growth': { label: 'the same against a quarter as many', unit: 'x', better: 'less', absolute: 1.5 },
    'long-line': { label: 'one line of 64 MB', unit: 'ms', better: 'less', limit: 1.1 },
    'open-deltas': { label: 'deltas past an open approval, of 50', unit: '', better: 'more', absolute: 50 },
    'open-withdrawn': { label: 'its withdrawal arrives (1: yes)', unit: '', better: 'more', absolute: 1 },
    idle: { label: 'memory of an idle session', unit: 'KB', better: 'less', absolute: 150 },
    'quiet-p99': { label: 'quiet session beside a flood, p99', unit: 'ms', better: 'less', absolute: 12 },
  },

  start: {
    help: { label: 'fairlead --help, CPU, against a bare Node', unit: 'ms', better: 'less', limit: 1.5 },
    ls: { label: 'fairlead ls, CPU, against a bare Node', unit: 'ms', better: 'less', limit: 3 },
    protocol: { label: 'import of fairlead/protocol', unit: 'ms', better: 'less', official: 0.1 },
    simulator: { label: 'import of fairlead/simulator', unit: 'ms', better: 'less', official: 0.15 },
    state: { label: 'import of fairlead/state', unit: 'ms', better: 'less', official: 0.15 },
    api: { label: 'import of fairlead/api', unit: 'ms', better: 'less', official: 0.75 },
    host: { label: 'import of fairlead/host', unit: 'ms', better: 'less', official: 1.5 },
  },

  state: {
    'delta-growth': { label: 'a delta late against early', unit: 'x', better: 'less', absolute: 1.5 },
    million: { label: 'a million deltas, against JSON.parse', unit: 'ms', better: 'less', limit: 3 },
    'million-growth': {
      label: 'their last half against the first',
      unit: 'x',
      better: 'less',
      absolute: 1.2,
    },
    answers: { label: 'answers of 4 KB, against JSON.parse', unit: 'us', better: 'less', limit: 2 },
    results: { label: 'results of 100 KB, against JSON.parse', unit: 'us', better: 'less', limit: 2 },
    calls: { label: '1,000 calls in a turn, against JSON.parse', unit: 'us', better: 'less', limit: 2 },
    parallel: { label: '1,000 calls at once, against JSON.parse', unit: 'us', better: 'less', limit: 2 },
    session: { label: '5,000 items, against JSON.parse', unit: 'us', better: 'less', limit: 2 },
    snapshot: { label: 'snapshot, against folding again', unit: 'ms', better: 'less', limit: 1 },
  },

  host: {
    cpu: { label: 'CPU per event, 100 sessions', unit: 'us', better: 'less', absolute: 12 },
    rate: { label: 'events per second, 100 sessions', unit: '/s', better: 'more', absolute: 40_000 },
    'delay-p50': { label: 'from line to client, p50', unit: 'ms', better: 'less', absolute: 4 },
    'delay-p99': { label: 'from line to client, p99', unit: 'ms', better: 'less', absolute: 15 },
    lost: { label: 'lines not in the journal', unit: '', better: 'less', absolute: 0 },
    gaps: { label: 'gaps in the journal and for clients', unit: '', better: 'less', absolute: 0 },
    'memory-idle': { label: 'memory of an idle session', unit: 'MB', better: 'less', absolute: 0.3 },
    'memory-after': {
      label: 'memory of a session with 4,200 lines',
      unit: 'MB',
      better: 'less',
      absolute: 3,
    },
  },

  scale: {
    restart: { label: 'restart with 300 sessions', unit: 'ms', better: 'less', absolute: 3000 },
    missing: { label: 'sessions not taken over', unit: '', better: 'less', absolute: 0 },
    'down-growth': {
      label: 'CPU to end a session, 300 against 100',
      unit: 'x',
      better: 'less',
      absolute: 1.2,
    },
  },

  fleet: {
    rate: {
      label: 'lines of 100 sessions on 5 nodes, to all that watch',
      unit: '/s',
      better: 'more',
      absolute: 1000,
    },
    'added-p50': { label: 'delay that another node adds, p50', unit: 'ms', better: 'less', absolute: 10 },
    'delay-p99': { label: 'delay on another node, p99', unit: 'ms', better: 'less', absolute: 100 },
    gaps: { label: 'events missing in between', unit: '', better: 'less', absolute: 0 },
    'memory-node': {
      label: 'memory of 200 sessions on a node of 1,000',
      unit: 'MB',
      better: 'less',
      absolute: 300,
    },
    'directory-list': {
      label: 'first list of 10,000 sessions in a browser',
      unit: 'ms',
      better: 'less',
      absolute: 1000,
    },
    'directory-memory': {
      label: 'memory of 10,000 sessions elsewhere',
      unit: 'MB',
      better: 'less',
      absolute: 150,
    },
  },

  memory: {
    heap: { label: 'heap, last third against the second', unit: 'x', better: 'less', absolute: 1.15 },
    resident: { label: 'resident, last third against the second', unit: 'x', better: 'less', absolute: 1.15 },
  },

  page: {
    'delay-p50': { label: 'from the CLI to the frame, p50', unit: 'ms', better: 'less', absolute: 28 },
    'delay-p99': { label: 'from the CLI to the frame, p99', unit: 'ms', better: 'less', absolute: 50 },
    'long-frames': { label: 'frames over 50 ms, of about 600', unit: '', better: 'less', absolute: 2 },
    load: { label: 'first load, cold host, CPU 4x slower', unit: 'ms', better: 'less', absolute: 1000 },
  },

  long: {
    'state-size': { label: 'state of 50,000 messages', unit: 'MB', better: 'less', absolute: 2 },
    'state-read': { label: 'the same, read from the API', unit: 'ms', better: 'less', absolute: 200 },
    open: { label: 'opened in the console', unit: 'ms', better: 'less', absolute: 2000 },
    top: { label: 'from its end to its beginning', unit: 'ms', better: 'less', absolute: 1000 },
    'page-memory': { label: 'heap of the page then', unit: 'MB', better: 'less', absolute: 60 },
    'host-memory': { label: 'resident memory of the host then', unit: 'MB', better: 'less', absolute: 200 },
    'million-read': {
      label: 'state of 1 million events, read cold',
      unit: 'ms',
      better: 'less',
      absolute: 1000,
    },
    'million-open': {
      label: 'the same, opened in the console',
      unit: 'ms',
      better: 'less',
      absolute: 2000,
    },
    'first-list': {
      label: 'start with 5 million events: first list',
      unit: 'ms',
      better: 'less',
      absolute: 3000,
    },
  },

  review: {
    'files-first': { label: '5,000 files: first paint', unit: 'ms', better: 'less', absolute: 1000 },
    'files-scroll': { label: 'their list scrolled: frame, p95', unit: 'ms', better: 'less', absolute: 50 },
    'files-page': { label: 'heap of the page then', unit: 'MB', better: 'less', absolute: 60 },
    'files-host': { label: 'resident memory of the host then', unit: 'MB', better: 'less', absolute: 200 },
    'lines-first': {
      label: 'a file of 50,000 lines: first paint',
      unit: 'ms',
      better: 'less',
      absolute: 1000,
    },
    'lines-scroll': { label: 'its diff scrolled: frame, p95', unit: 'ms', better: 'less', absolute: 50 },
    'lines-page': { label: 'heap of the page then', unit: 'MB', better: 'less', absolute: 100 },
    'lines-host': { label: 'resident memory of the host then', unit: 'MB', better: 'less', absolute: 200 },
  },

  growth: {
    delta: { label: 'a delta, 1,000,000 items against 10', unit: 'x', better: 'less', absolute: 1.5 },
    message: { label: 'a message, 1,000,000 items against 10', unit: 'x', better: 'less', absolute: 1.5 },
    'delta-window': { label: 'a delta, with a window', unit: 'x', better: 'less', absolute: 1.5 },
    'message-window': { label: 'a message, with a window', unit: 'x', better: 'less', absolute: 1.5 },
    idle: { label: 'an event, 1,000 idle sessions against 1', unit: 'x', better: 'less', absolute: 1.5 },
    streaming: { label: 'an event, 1,000 streaming against 1', unit: 'x', better: 'less', absolute: 1.5 },
    'session-memory': {
      label: 'memory of one of 1,000 idle sessions',
      unit: 'MB',
      better: 'less',
      absolute: 0.3,
    },
    unanswered: { label: 'of 1,000 sessions, without an answer', unit: '', better: 'less', absolute: 0 },
  },
}
