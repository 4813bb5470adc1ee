/** `fairlead attach` in a real terminal, on a real host with simulated CLIs. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { isObject } from '../../src/protocol/json.ts'
import { DaemonProcess } from '../host/daemon-process.ts'
import { PATIENCE, Tmux, type TmuxOptions } from './tmux.ts'

vi.setConfig({ testTimeout: 5 * PATIENCE, hookTimeout: 3 * PATIENCE })

const DIST = process.env.FAIRLEAD_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
const FAIRLEAD = join(DIST, 'cli', 'main.js')
/** An MCP server that asks with a form. */
const FRONT_DESK = fileURLToPath(new URL('../web/fixtures/front-desk.mjs', import.meta.url))
const NASTY = '\x1b[31mred\x1b[0m \x1b]0;another title\x07\x1b[2J\x1b[5;5H\x07日本語 👩‍💻 end of it'

const LONG = Array.from({ length: 200 }, (_, index) => `- line ${index + 1} of it`).join('\n')
const MANY = Array.from({ length: 10_000 }, (_, index) => ({ text: `Item ${index + 1}.` }))

const scenario = {
  scripts: [
    {
      prompt: 'count',
      replies: [[{ text: 'One, two, three', open: true }, { hold: 'forever' }, { text: ', four.' }]],
    },
    {
      prompt: 'run it',
      replies: [
        [{ tool: 'Bash', input: { command: 'make all' }, result: 'made everything' }],
        [{ text: 'It **is** made.' }],
      ],
      failed: [{ text: 'Then I leave it.' }],
    },
    {
      prompt: 'a room',
      replies: [[{ tool: 'mcp__desk__check-in', input: {} }], [{ text: 'That is all.' }]],
    },
    { prompt: 'ten thousand', replies: [MANY] },
    { prompt: 'a lot', replies: [[{ text: LONG }]] },
    {
      prompt: 'nasty',
      replies: [[{ tool: 'Bash', input: { command: 'echo nasty' }, result: NASTY }], [{ text: 'Shown.' }]],
    },
  ],
  otherwise: [{ text: 'Hello from the simulator.' }],
}

let daemon: DaemonProcess
let made = 0

beforeAll(async () => {
  daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' })
  await begin(daemon)
})
afterAll(() => daemon?.end())

async function begin(host: DaemonProcess): Promise<void> {
  const file = join(host.folder, 'scenario.json')
  writeFileSync(file, JSON.stringify(scenario))
  await host.start()
  const env = { FAIRLEAD_SIM_SCENARIO: file, FAIRLEAD_SIM_SPEED: '0' }
  await host.api().call('putAgents', { body: { agents: [{ name: 'test', command: 'sim', env }] } })
}

function pidFile(): string {
  return join(daemon.folder, 'attach.pid')
}

/** To the last session; in a process whose number is known, since it is sent signals. */
function attachCommand(): string {
  return `(echo $BASHPID > ${pidFile()}; exec ${process.execPath} ${FAIRLEAD} attach 'session ${made}')`
}

/** A shell with `fairlead attach` in it, which has shown the session. */
async function attached(
  prompt: string | undefined,
  options: Partial<TmuxOptions> & {
    allow?: string
    editor?: string
    host?: DaemonProcess
    isOver?: boolean
    hasDesk?: boolean
  } = {},
): Promise<Tmux> {
  made += 1
  const title = `session ${made}`
  const { allow, editor, host = daemon, hasDesk = false } = options
  const desk = {
    mcpServers: { desk: { command: process.execPath, args: [FRONT_DESK] } },
    allowedTools: ['mcp__desk'],
  }
  const id = randomUUID()
  const body = {
    id,
    cwd: host.cwd,
    agent: 'test',
    title,
    ...(prompt !== undefined && { prompt }),
    ...(allow !== undefined && { options: { allowedTools: [allow] } }),
    ...(hasDesk && { options: desk }),
  }
  await host.api().call('createSession', { body })
  // The list of the next test has only its own.
  onTestFinished(async () => void (await host.api().call('deleteSession', { params: { id } })))
  const isOver = async () => {
    const { session } = await host.api().call('getSession', { params: { id }, query: { paged: 'true' } })
    expect(session.group).toBe('idle')
  }
  if (options.isOver) await vi.waitFor(isOver, { timeout: 4 * PATIENCE, interval: 200 })
  const env = { PATH: process.env.PATH, HOME: host.folder, FAIRLEAD_HOME: host.data, EDITOR: editor }
  const tmux = new Tmux({ cwd: host.cwd, env, ...options })
  onTestFinished(() => tmux.close())
  await tmux.back()
  tmux.run(attachCommand())
  await tmux.until(/asks · .*\$\d/)
  return tmux
}
/** The turn is over: a prompt is sent at once, without a question. */
const isIdle = (terminal: Tmux) => terminal.until(/^ *Idle 1\b/m)

/** As if nothing had been there: the shell's screen, its cursor, its echo, lines as they are typed. */
async function isClean(terminal: Tmux): Promise<void> {
  await terminal.back()
  expect(terminal.about('alternate_on'), 'alternate screen').toBe('0')
  expect(terminal.about('cursor_flag'), 'cursor').toBe('1')
  expect(terminal.about('wrap_flag'), 'wrap').toBe('1')
  terminal.run('stty -a')
  const modes = await terminal.until('echoke')
  expect(modes).toMatch(/(?<!-)\bicanon\b/)
  expect(modes).toMatch(/(?<!-)\becho\b/)
  expect(modes).toMatch(/(?<!-)\bisig\b/)
  terminal.run('echo it-is-echoed')
  await terminal.until(/^it-is-echoed$/m)
}

test('a prompt is written and sent, its answer comes in as it is written, and Esc interrupts it', async () => {
  const terminal = await attached(undefined)
  terminal.type('please count')
  await terminal.until('❯ please count')
  terminal.keys('Enter')
  const working = await terminal.until('One, two, three')
  expect(working).toContain('❯ please count')
  await terminal.until(/Working 1[\s\S]*writing, \d+ s/)
  terminal.keys('Escape')
  await terminal.until('Interrupted.')
  const idle = await isIdle(terminal)
  expect(idle).toContain('One, two, three')
  expect(idle).not.toContain('four')
})

test('while a turn runs, a prompt is queued, changed and taken back', async () => {
  const terminal = await attached('count')
  await terminal.until('One, two, three')
  terminal.type('and then this')
  terminal.keys('Enter')
  await terminal.until('A turn runs. When?')
  terminal.keys('1')
  await terminal.until(/≡ and then this.*queued/)
  terminal.keys('C-q')
  await terminal.until('Queue')
  terminal.keys('e')
  terminal.type(' too')
  await terminal.until('and then this too')
  terminal.keys('Enter')
  await terminal.until(/≡ and then this too.*queued/)
  terminal.keys('x')
  await terminal.until('Nothing waits.')
  terminal.keys('Escape')
  await terminal.until((screen) => !screen.includes('≡'))
})

/** What the CLI was answered to the form that it asked with. */
async function formAnswers(): Promise<unknown[]> {
  const { sessions } = await daemon.api().call('listSessions', {})
  const id = sessions.find(({ title }) => title === `session ${made}`)?.id ?? ''
  const { events } = await daemon.api().call('listEvents', { params: { id }, query: { limit: 1000 } })
  return events.flatMap((event) => {
    if (event.kind !== 'sent' || event.message.type !== 'control_response') return []
    const { response } = event.message
    const inner = response.subtype === 'success' ? response.response : undefined
    return isObject(inner) && 'action' in inner ? [inner] : []
  })
}

test('R-ASK-17 a form of an MCP server: typed, picked by its title, several marked; what is wrong is said', async () => {
  const terminal = await attached('a room', { hasDesk: true })
  await terminal.until('It wants: Name, Mail, Nights, Room, Breakfast, Extras')
  terminal.keys('y')
  await terminal.until('As in the passport')
  terminal.type('Ada')
  terminal.keys('Down', 'Down', 'BSpace')
  await terminal.until('a whole number, 1 to 14')
  terminal.type('99')
  terminal.keys('Down')
  await terminal.until('one of Single (s), Double (d)')
  terminal.keys('Space', 'Space')
  await terminal.until('Room: Double')
  terminal.keys('Down', 'Down')
  await terminal.until(/▸ 1 ☐ A towel[\s│]+2 ☐ A cot/)
  terminal.keys('Space', 'Right', 'Space')
  await terminal.until(/1 ☑ A towel[\s│]+▸ 2 ☑ A cot/)
  terminal.keys('Enter')
  await terminal.until('Nights: At most 14.')
  expect(await formAnswers()).toEqual([])
  terminal.keys('BSpace', 'BSpace')
  terminal.type('3')
  terminal.keys('Down', 'Down', 'Down')
  await terminal.until('Enter send')
  terminal.keys('Enter')
  await terminal.until('That is all.')
  expect(await formAnswers()).toEqual([
    { action: 'accept', content: { name: 'Ada', nights: 3, room: 'd', extras: ['towel', 'cot'] } },
  ])
})

test('y allows; n denies with a message; a shows what is remembered, and where, before it is sent', async () => {
  const terminal = await attached('run it')
  const asked = await terminal.until('Bash asks for permission')
  expect(asked).toContain('make all')
  expect(asked).toMatch(/y allow {3}a always {3}e edit {3}n deny {3}N deny and stop/)
  terminal.keys('y')
  const done = await terminal.until('It is made.')
  expect(done).toContain('✓ Bash make all')
  expect(done).toContain('made everything')
  expect(done).not.toContain('asks for permission')
  await isIdle(terminal)

  terminal.type('run it')
  terminal.keys('Enter')
  await terminal.until('Bash asks for permission')
  terminal.keys('n')
  await terminal.until('Why not, or what instead?')
  terminal.type('use npm')
  terminal.keys('Enter')
  const denied = await terminal.until('Then I leave it.')
  expect(denied).toContain('⊘ Bash make all')
  expect(denied).toContain('use npm')
  await isIdle(terminal)

  terminal.type('run it')
  terminal.keys('Enter')
  await terminal.until('Bash asks for permission')
  terminal.keys('a')
  await terminal.until('To remember:')
  await terminal.until(/1 Always allow Bash\(make.*\) \(saved in/)
  terminal.keys('Escape')
  await terminal.until((screen) => screen.includes('y allow') && !screen.includes('To remember:'))
  terminal.keys('e')
  await terminal.until('The command to run instead:')
  terminal.type(' --fast')
  terminal.keys('Enter')
  await terminal.until('changed by you:')
  terminal.keys('y')
  await terminal.until(/✓ Bash make all --fast changed by you/)
})

test('it fits any size: list and session side by side, one of them where it is narrow', async () => {
  const terminal = await attached('hello', { columns: 140, rows: 40 })
  const wide = await terminal.until('Hello from the simulator.')
  expect(wide).toMatch(/Idle \d+ +│/)
  terminal.resize(80, 24)
  const narrow = await terminal.until((screen) => screen.includes('Hello') && !screen.includes('│'))
  expect(narrow).not.toMatch(/Idle \d/)
  terminal.keys('Tab')
  await terminal.until((screen) => /Idle \d/.test(screen) && !screen.includes('❯'))
  terminal.resize(30, 8)
  terminal.keys('Tab')
  await terminal.until((screen) => screen.includes('❯') && !/Idle \d/.test(screen))
  terminal.resize(140, 40)
  const again = await terminal.until(/Idle \d+ +│/)
  expect(again).toContain('Hello from the simulator.')
})

test('it stays at the end, unless somebody reads further up', async () => {
  const terminal = await attached('a lot')
  await terminal.until('line 200 of it')
  terminal.keys('PPage')
  const up = await terminal.until('End goes to the last line')
  expect(up).not.toContain('line 200 of it')
  terminal.keys('Home')
  await terminal.until(/❯ a lot[\s\S]*line 1 of it/)
  terminal.keys('Down')
  await terminal.until((screen) => !screen.includes('❯ a lot') && screen.includes('line 1 of it'))
  terminal.keys('End')
  const end = await terminal.until('line 200 of it')
  expect(end).not.toContain('End goes to')
})

test('ten thousand items: it opens at the end, scrolls to the beginning, and keys are shown at once', {
  timeout: 10 * PATIENCE,
}, async () => {
  const terminal = await attached('ten thousand', { isOver: true })
  // In the transcript: the list tells the last line too, and sooner.
  await terminal.until(/│ +Item 9999\.\s[\s\S]*│ +Item 10000\./)
  terminal.keys('Home')
  await terminal.until(/❯ ten thousand[\s\S]*Item 1\./)
  terminal.type('still here')
  await terminal.until('❯ still here')
})

test('what a tool prints can colour its text and nothing else; wide signs keep their columns', async () => {
  const terminal = await attached('nasty', { allow: 'Bash', columns: 140, rows: 40 })
  const screen = await terminal.until('Shown.')
  expect(screen).toContain('red 日本語 👩‍💻 end of it')
  expect(screen).toMatch(/Idle \d+ +│/)
  expect(terminal.about('pane_title')).not.toContain('another title')
})

test('q leaves a clean terminal and says that the sessions go on; the session does', async () => {
  const terminal = await attached('count')
  await terminal.until('One, two, three')
  terminal.keys('Tab')
  terminal.keys('q')
  await terminal.until(/The sessions go on \(.*at work.*\)/)
  await isClean(terminal)
  const { sessions } = await daemon.api().call('listSessions', {})
  expect(sessions.find(({ title }) => title === `session ${made}`)?.group).toBe('working')
})

test('after a signal, and after an error that nobody caught, the terminal is clean', async () => {
  const terminal = await attached('hello')
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
    await terminal.until('Hello from the simulator.')
    process.kill(Number(readFileSync(pidFile(), 'utf8')), signal)
    await isClean(terminal)
    terminal.run(attachCommand())
  }
  await terminal.until('Hello from the simulator.')
  terminal.keys('C-c')
  await terminal.until('Ctrl-C again')
  // The second one leaves; where it came too late to be one, the third does.
  terminal.keys('C-c', 'C-c')
  await isClean(terminal)
  // The terminal's own part, with a program that fails while it has the screen.
  const part = join(DIST, 'cli', 'attach', 'terminal', 'terminal.js')
  const script = join(daemon.folder, 'fails.mjs')
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
  const terminal = await attached('hello')
  await terminal.until('Hello from the simulator.')
  const pid = Number(readFileSync(pidFile(), 'utf8'))
  terminal.close()
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: PATIENCE })
  const { sessions } = await daemon.api().call('listSessions', {})
  expect(sessions.some(({ title }) => title === `session ${made}`)).toBe(true)
})

test('$EDITOR has the terminal while it runs, and what it leaves is what runs', async () => {
  const editor = join(daemon.folder, 'editor.sh')
  writeFileSync(editor, `#!/bin/sh\nsed -i 's/make all/make some/' "$1"\necho edited; read line\n`, {
    mode: 0o755,
  })
  const terminal = await attached('run it', { editor })
  await terminal.until('Bash asks for permission')
  terminal.keys('E')
  await terminal.until(/^edited$/m)
  expect(terminal.about('alternate_on')).toBe('0')
  terminal.keys('Enter')
  await terminal.until(/changed by you:[\s\S]*make some/)
  terminal.keys('y')
  await terminal.until(/✓ Bash make some changed by you/)
})

test('Ctrl-Z gives the terminal back to the shell, and fg takes it again', async () => {
  const terminal = await attached('hello')
  await terminal.until('Hello from the simulator.')
  terminal.keys('C-z')
  await isClean(terminal)
  terminal.run('fg')
  await terminal.until(/Hello from the simulator[\s\S]*asks ·/)
  terminal.type('typed after it')
  await terminal.until('❯ typed after it')
})

test('the host is killed underneath: it says so, keeps what it shows, and goes on when there is one again', async () => {
  const host = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' })
  onTestFinished(() => host.end())
  await begin(host)
  const terminal = await attached('run it', { host })
  await terminal.until('Bash asks for permission')
  await host.kill()
  const gone = await terminal.until('The host is gone')
  expect(gone).toContain('❯ run it')
  terminal.keys('y')
  await terminal.until('nothing was sent')
  await host.start()
  await terminal.until((screen) => !screen.includes('The host is gone') && screen.includes('y allow'))
  terminal.keys('y')
  await terminal.until('It is made.')
})

test('without a terminal it names what works without one', () => {
  const env = { PATH: process.env.PATH, HOME: daemon.folder, FAIRLEAD_HOME: daemon.data }
  const { stderr, status } = spawnSync(process.execPath, [FAIRLEAD, 'attach'], { env, encoding: 'utf8' })
  expect(stderr).toMatch(/needs a terminal.*fairlead events SESSION --follow/)
  expect(status).toBe(1)
})
