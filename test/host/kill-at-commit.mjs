/**
 * Loaded into a host before anything else (`--import`), ends it without a word right after a commit: the nth since a session
 * was added, or since an event of kind `FAIRLEAD_TEST_KILL_AFTER`, n being `FAIRLEAD_TEST_KILL_AT`. The host has no switch for this; its store is changed from outside.
 */
import { writeFileSync } from 'node:fs'

/** @typedef {{ added?: object, events?: readonly { kind: string }[] }} Change */

const {
  FAIRLEAD_TEST_KILL_AT: at,
  FAIRLEAD_TEST_KILL_AFTER: after,
  FAIRLEAD_TEST_STORE: store = '',
  FAIRLEAD_TEST_SPOKE: spoke = '',
} = process.env
// The agents of the host are not meant.
delete process.env.NODE_OPTIONS
const SqliteStore = Object.values(await import(store)).find((it) => it?.name === 'SqliteStore')
if (!SqliteStore) throw new Error(`there is no SqliteStore in ${store}`)
const { commit } = SqliteStore.prototype
let commits = 0
/** @param {Change} change */
const isFirst = ({ added, events = [] }) =>
  after === undefined ? added !== undefined : events.some(({ kind }) => kind === after)
/** @param {readonly Change[]} changes */
SqliteStore.prototype.commit = function (changes) {
  commit.call(this, changes)
  if (commits === 0 && !changes.some(isFirst)) return
  if (changes.some(({ events = [] }) => events.some(({ kind }) => kind === 'received')))
    writeFileSync(spoke, '')
  if (++commits === Number(at)) process.kill(process.pid, 'SIGKILL')
}
