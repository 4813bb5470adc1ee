import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { defineCommand, listed, oneOf, UsageError } from '../command-line.ts'
import type { Io } from '../io.ts'
import { PROGRAM } from '../program.ts'

const NAME = 'fairlead'
const ACTIONS = ['install', 'uninstall', 'print'] as const
const LABEL = 'dev.fairlead.host'

export const service = defineCommand(
  {
    name: 'service',
    operands: 'install | uninstall | print',
    most: 1,
    about: `
Installs the host as a service of this user, so that it is started at login and again if it ends; uninstall removes
it. \`print\` shows the file that would be written. Sessions go on while the host is started again.`,
    completes: [ACTIONS],
    options: {},
    examples: ['fairlead service install', 'fairlead service print'],
  },
  async ({ operands: [given] }, io) => {
    if (given === undefined) throw new UsageError(`Name an action: ${listed(ACTIONS)}`)
    const action = oneOf('service', given, ACTIONS)
    const plan = planFor(process.platform, io)
    if (action === 'print') io.out(plan.text)
    else if (action === 'install') install(plan, io)
    else uninstall(plan, io)
    return 0
  },
)

interface Plan {
  readonly file: string
  readonly text: string
  readonly start: readonly (readonly string[])[]
  readonly stop: readonly (readonly string[])[]
}

function planFor(platform: NodeJS.Platform, { env }: Io): Plan {
  const home = env.HOME ?? homedir()
  const program = [process.execPath, PROGRAM, 'up']
  const data = env.FAIRLEAD_HOME
  if (platform === 'linux') {
    const file = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'systemd', 'user', `${NAME}.service`)
    return {
      file,
      text: systemdUnit(program, env.PATH ?? '', data),
      start: [
        ['systemctl', '--user', 'daemon-reload'],
        ['systemctl', '--user', 'enable', '--now', NAME],
      ],
      stop: [['systemctl', '--user', 'disable', '--now', NAME]],
    }
  }
  if (platform === 'darwin') {
    const file = join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`)
    return {
      file,
      text: launchdPlist(program, env.PATH ?? '', data),
      start: [['launchctl', 'load', '-w', file]],
      stop: [['launchctl', 'unload', '-w', file]],
    }
  }
  throw new Error(
    `Services are not supported on ${platform}. Run \`fairlead up\` with the service manager of your system.`,
  )
}

/** KillMode=process: stopping the service ends the host only, and the sessions go on. */
export function systemdUnit(program: readonly string[], path: string, data: string | undefined): string {
  const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`
  const env = { PATH: path, ...(data !== undefined && { FAIRLEAD_HOME: data }) }
  return `[Unit]
Description=Fairlead host
[Service]
ExecStart=${program.map(quoted).join(' ')}
${Object.entries(env)
  .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`)
  .join('\n')}
Restart=on-failure
KillMode=process
[Install]
WantedBy=default.target
`
}

export function launchdPlist(program: readonly string[], path: string, data: string | undefined): string {
  const text = (value: string) =>
    `<string>${value.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)}</string>`
  const env = { PATH: path, ...(data !== undefined && { FAIRLEAD_HOME: data }) }
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>Label</key>${text(LABEL)}
<key>ProgramArguments</key><array>${program.map(text).join('')}</array>
<key>EnvironmentVariables</key><dict>${Object.entries(env)
    .map(([name, value]) => `<key>${name}</key>${text(value)}`)
    .join('')}</dict>
<key>RunAtLoad</key><true/>
<key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
<key>AbandonProcessGroup</key><true/>
</dict></plist>
`
}

function install({ file, text, start }: Plan, io: Io): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode: 0o600 })
  io.out(`Written: ${file}\n`)
  run(start, io, 'The service is running, and starts at login.')
}

function uninstall({ file, stop }: Plan, io: Io): void {
  run(stop, io, 'The service is stopped.')
  rmSync(file, { force: true })
  io.out(`Removed: ${file}\n`)
}

function run(commands: readonly (readonly string[])[], io: Io, done: string): void {
  for (const [command = '', ...args] of commands) {
    const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    if (status === 0) continue
    const why = error?.message ?? stderr.trim()
    io.err(`${[command, ...args].join(' ')} failed (${why}). Run the command yourself to continue.\n`)
    return
  }
  io.out(`${done}\n`)
}
