import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { gone, isAlive, program } from '../../../test/process/children.ts'
import { collectDurable, pidsIn, sessionFolder, startNode } from '../../../test/process/durable-children.ts'
import { durableFiles, readExit, readRecord } from './files.ts'
import { HOLDER_SCRIPT } from './holder.ts'

const onLinux = process.platform === 'linux'

/** The shells of this machine, each with the options that make it what `/bin/sh` is where it is that. */
const SHELLS = [['sh'], ['dash'], ['bash', '--posix'], ['zsh', '--emulate', 'sh'], ['busybox', 'sh']].filter(
  ([name = '']) => {
    const folders = (process.env.PATH ?? '').split(':')
    return folders.some((folder) => {
      try {
        return readdirSync(folder).includes(name)
      } catch {
        return false
      }
    })
  },
)

describe.each(SHELLS)('run by %s', (...shell) => {
  const [command = 'sh', ...options] = shell.filter((it) => it !== undefined)
  async function hold(...held: string[]) {
    const folder = sessionFolder()
    mkdirSync(folder)
    const files = durableFiles(folder, 1)
    execFileSync('mkfifo', [files.stdin])
    const [stdout, stderr] = [openSync(files.stdout, 'ax'), openSync(files.stderr, 'ax')]
    const holder = spawn(command, [...options, '-c', HOLDER_SCRIPT, files.base, ...held], {
      stdio: ['ignore', stdout, stderr, 'pipe'],
      detached: true,
    })
    for (const fd of [stdout, stderr]) closeSync(fd)
    const exited = once(holder, 'exit')
    onTestFinished(() => void (isAlive(holder.pid ?? 0) && process.kill(-(holder.pid ?? 0), 'SIGKILL')))
    const ready = holder.stdio[3] as Readable
    await once(ready.resume(), 'close')
    return { files, holder, exited, record: readRecord(files) }
  }

  test('it says who runs, hands the input over, and keeps the exit code', async () => {
    const { files, holder, exited, record } = await hold('sh', '-c', 'read -r line; echo "$line"; exit 7')
    expect(record?.holder.pid).toBe(holder.pid)
    expect(isAlive(record?.cli.pid ?? 0)).toBe(true)
    const fd = openSync(files.stdin, 'w')
    await new Promise<void>((resolve) =>
      spawn('echo', ['hello'], { stdio: ['ignore', fd, 'ignore'] }).on('exit', () => resolve()),
    )
    closeSync(fd)
    await exited
    expect(readExit(files)).toEqual({ exitCode: 7, signal: null })
    expect(readFileSync(files.stdout, 'utf8')).toBe('hello\n')
    expect(readFileSync(files.stderr, 'utf8')).toBe('')
  })
  test.each(['SIGUSR1', 'SIGTERM'] as const)('%s ends the input, not the holder', async (signal) => {
    const { files, holder, exited } = await hold('cat')
    for (const other of ['SIGHUP', 'SIGINT', 'SIGQUIT'] as const) holder.kill(other)
    holder.kill(signal)
    await exited
    expect(readExit(files)).toEqual({ exitCode: 0, signal: null })
  })
  test('it keeps the signal that ended the process', async () => {
    const { files, exited, record } = await hold('sleep', '600')
    process.kill(record?.cli.pid ?? 0, 'SIGKILL')
    await exited
    expect(readExit(files)).toEqual({ exitCode: null, signal: 'SIGKILL' })
    await gone(record?.waiter.pid ?? 0)
    expect(readFileSync(files.stderr, 'utf8')).toBe('')
  })
  test('a command that is not there has the exit code 127, and stderr says why', async () => {
    const { files, exited } = await hold('no-such-command-anywhere')
    await exited
    expect(readExit(files)).toEqual({ exitCode: 127, signal: null })
    expect(readFileSync(files.stderr, 'utf8')).toMatch(
      /not found.*no-such-command|no-such-command.*not found/,
    )
  })
})

test('the environment reaches the process as it was given, and stands nowhere else', async () => {
  const folder = sessionFolder()
  // Also names that the script uses itself.
  const names = [
    'child',
    'start',
    'stat',
    'pid',
    'boot',
    'waiter',
    'waiter_start',
    'holder_start',
    'start_of',
  ]
  const env = {
    PATH: process.env.PATH ?? '',
    PWD: process.cwd(),
    SOME_TOKEN: 'hush-hush-hush',
    QUOTES: `it's "so" $HOME \`x\` \\ \n two lines`,
    ...Object.fromEntries(names.map((name) => [name, `mine ${name}`])),
  }
  const transport = await startNode(
    program(`console.log(JSON.stringify(process.env)); process.stdin.resume()`),
    {
      folder,
      env,
    },
  )
  const { lines, has } = collectDurable(transport)
  await has(1)
  const { SHLVL: _, _: __, OLDPWD: ___, ...got } = JSON.parse(lines[0] as string)
  expect(got).toEqual(env)
  if (onLinux) {
    const commands = Object.values(pidsIn(folder)).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    expect(commands.join()).not.toContain('hush')
  }
  await transport.close()
  const kept = readdirSync(folder).filter((name) => !/stdin|stdout/.test(name))
  expect(kept.map((name) => readFileSync(join(folder, name), 'utf8')).join()).not.toContain('hush')
})

test.runIf(onLinux)(
  'the process gets no open file but its own, and ignores no signal but those of a keyboard',
  async () => {
    const code = `for fd in 3 4 5 6 7 8 9; do if [ -e /proc/self/fd/$fd ]; then echo $fd; fi; done; grep SigIgn /proc/self/status`
    const transport = await startNode(['-c', code], { command: '/bin/sh' })
    const { lines, ended } = collectDurable(transport)
    await ended
    expect(lines).toEqual([expect.stringMatching(/^SigIgn:/)])
    const ignored = Number.parseInt(String(lines[0]).split(/\s+/)[1] ?? '', 16)
    const [hup, int, quit, usr1, term] = [1, 2, 3, 10, 15].map((number) => (ignored >> (number - 1)) & 1)
    expect({ hup, usr1, term }).toEqual({ hup: 0, usr1: 0, term: 0 })
    // A shell starts what it does not wait for this way. The CLI listens to SIGINT, and its tools ignore neither.
    expect({ int, quit }).toEqual({ int: 1, quit: 1 })
  },
)
