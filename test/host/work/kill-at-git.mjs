/**
 * Loaded into a host before anything else (`--import`), ends it without a word at a call of git: before it is started, right
 * after it was started, or when it has ended. The call is the nth that has all words of `FAIRLEAD_TEST_GIT` among its arguments.
 */
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

const {
  FAIRLEAD_TEST_GIT: words = '',
  FAIRLEAD_TEST_WHEN: when = 'before',
  FAIRLEAD_TEST_NTH: nth = '1',
} = process.env
// The agents of the host are not meant.
delete process.env.NODE_OPTIONS
const wanted = words.split(' ')
const { spawn } = childProcess
const die = () => process.kill(process.pid, 'SIGKILL')
let calls = 0

childProcess.spawn = /** @type {typeof spawn} */ (
  /** @param {string} program @param {string[]} args @param {object} options */
  (program, args, options) => {
    const isMeant =
      program.endsWith('/git') && wanted.every((word) => args.includes(word)) && ++calls === Number(nth)
    if (isMeant && when === 'before') die()
    const child = spawn(program, args, options)
    if (isMeant && when === 'during') die()
    if (isMeant) child.on('exit', die)
    return child
  }
)
syncBuiltinESMExports()
