// @ts-check
// What a version cannot do with any client: a library case that fails because of this is not our bug. By version, feature and title.

const NO_TASKS = 'this version reports no background tasks, and starts no turn when one ends'

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const LIMITS = {
  '2.1.37': {
    'hooks: a hook of the settings denies a tool, which is shown as denied':
      'this version reports only the reason of such a hook, as an error of the tool',
    'mcp: a server in a process of its own asks the user':
      'this version does not pass a form of such a server to the host',
    'queue: a waiting prompt can be taken back': 'this version has no request that takes a prompt back',
    "queue: a prompt sent during a turn of the CLI's own gets its own answer": NO_TASKS,
    'tasks: a command in the background is shown while it runs': NO_TASKS,
    'tasks: its end is told, and a turn follows': NO_TASKS,
    'tasks: a task that is stopped is over': NO_TASKS,
  },
}

/**
 * @param {string} version
 * @param {{ feature: string, title: string }} of
 */
export function limitOf(version, { feature, title }) {
  return LIMITS[version]?.[`${feature}: ${title}`]
}
