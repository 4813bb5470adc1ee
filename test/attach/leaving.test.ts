/** How `fairlead attach` ends, is suspended, and loses its host or its terminal. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bundle } from '../process/bundle.ts'
import { attachStage, FAIRLEAD, isClean, newDaemon } from './stage.ts'
import { PATIENCE } from './tmux.ts'

const stage = attachStage()

test('q leaves a clean terminal and says that the sessions go on; the session does', async () => {
  const terminal = await stage.attached('count')
  await terminal.until('One, two, three')
  terminal.keys('Tab')
  terminal.keys('q')
  await terminal.until(/Sessions keep running \(.*working.*\)/)
  await isClean(terminal)
  const { sessions } = await stage.daemon.api().call('listSessions', {})
  expect(sessions.find(({ title }) => title === stage.title)?.group).toBe('working')
})

test('after a signal, and after an error that nobody caught, the terminal is clean', async () => {
  const terminal = await stage.attached('hello')
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
    await terminal.until('Hello from the simulator.')
    process.kill(Number(readFileSync(stage.pidFile, 'utf8')), signal)
    await isClean(terminal)
    terminal.run(stage.command)
  }
  await terminal.until('Hello from the simulator.')
  terminal.keys('C-c')
  await terminal.until('Ctrl-C again')
  // The second one leaves; where it came too late to be one, the third does.
  terminal.keys('C-c', 'C-c')
  await isClean(terminal)
  // The terminal's own part, with a program that fails while it has the screen.
  const part = await bundle(new URL('../../src/cli/attach/terminal/terminal.ts', import.meta.url))
  const script = join(stage.daemon.folder, 'fails.mjs')
  writeFileSync(
    script,
    `import { Terminal } from ${JSON.stringify(part)}
     const { stdin, stdout } = process
     const nothing = () => {}
     const failed = (error) => { console.error(error.message); process.exit(1) }
     new Terminal({ stdin, stdout }, { key: () => { throw new Error('it went wrong') }, entered: nothing, left: nothing, resized: nothing, failed }).open()
     console.log('the screen is taken')`,
  )
  terminal.run(`${process.execPath} ${script}`)
  await terminal.until('the screen is taken')
  expect(terminal.about('alternate_on')).toBe('1')
  terminal.keys('x')
  await terminal.until('it went wrong')
  await isClean(terminal)
})

test('when the terminal itself is gone, so is the program; the session stays', async () => {
  const terminal = await stage.attached('hello')
  await terminal.until('Hello from the simulator.')
  const pid = Number(readFileSync(stage.pidFile, 'utf8'))
  terminal.close()
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: PATIENCE })
  const { sessions } = await stage.daemon.api().call('listSessions', {})
  expect(sessions.some(({ title }) => title === stage.title)).toBe(true)
})

test('Ctrl-Z gives the terminal back to the shell, and fg takes it again', async () => {
  const terminal = await stage.attached('hello')
  await terminal.until('Hello from the simulator.')
  terminal.keys('C-z')
  await isClean(terminal)
  terminal.run('fg')
  await terminal.until(/Hello from the simulator[\s\S]*Ask first ·/)
  terminal.type('typed after it')
  await terminal.until('❯ typed after it')
})

test('the host is killed underneath: it says so, keeps what it shows, and goes on when there is one again', async () => {
  const host = newDaemon()
  onTestFinished(() => host.end())
  await stage.start(host)
  const terminal = await stage.attached('run it', { host })
  await terminal.until('Bash needs approval')
  await host.kill()
  const gone = await terminal.until('Connection lost')
  expect(gone).toContain('❯ run it')
  terminal.keys('y')
  await terminal.until('nothing was sent')
  await host.start()
  await terminal.until((screen) => !screen.includes('Connection lost') && screen.includes('y allow'))
  terminal.keys('y')
  await terminal.until('It is made.')
})

test('without a terminal it names what works without one', () => {
  const env = { PATH: process.env.PATH, HOME: stage.daemon.folder, FAIRLEAD_HOME: stage.daemon.data }
  const { stderr, status } = spawnSync(process.execPath, [FAIRLEAD, 'attach'], { env, encoding: 'utf8' })
  expect(stderr).toMatch(/needs an interactive terminal.*fairlead events SESSION --follow/)
  expect(status).toBe(1)
})
