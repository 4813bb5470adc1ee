/** What concerns the machine: root, other processes, and programs that stay. */
import { type Call, nameOf, operands, option, optionValue } from '../call.ts'
import { type Finding, say } from '../risk.ts'
import { unwrapped } from '../wrappers.ts'
import { names, type RiskRule } from './rule.ts'

function runsAsRoot(call: Call): Finding | undefined {
  const { program, args, programWord } = call
  if (!/^(?:sudo|doas|pkexec|su)$/.test(program)) return undefined
  const user = program === 'su' ? operands(args, ['-c', '-s'])[0] : optionValue(call, 'u', 'user')
  const name = user && nameOf(user) !== '-' ? nameOf(user) : 'root'
  const command = unwrapped(program, args)?.words[0]
  const what = command ? say`${{ code: nameOf(command) }}` : say`a shell`
  return {
    detail: say`Runs ${what} as ${{ code: name }}, past the limits of your own account.`,
    end: programWord.end,
  }
}

function endsProcesses(call: Call): Finding | undefined {
  const { program, args } = call
  if (!/^(?:kill|pkill|killall|taskkill|xkill)$/.test(program)) {
    const isFuser = program === 'fuser' && option(call, 'k', 'kill')
    return isFuser ? { detail: say`Ends every process that uses ${names(operands(args))}.` } : undefined
  }
  if (option(call, 'l', 'list') || args.some(({ value }) => value === '-0')) return undefined
  const isForced = args.some(({ value }) => /^-(?:9|KILL|SIGKILL)$/.test(value))
  const targets = args.filter(({ value }) => /^-\d{2,}$|^-1$|^[^-]/.test(value))
  const force = isForced ? ', and gives them no time to save' : ''
  if (targets.length === 0) return { detail: say`Ends processes that the line does not name${force}.` }
  const whose = program === 'kill' ? say`process ` : say`every process called `
  return { detail: say`Ends ${whose}${names(targets)}${force}.` }
}

function stopsMachine({ program, args }: Call): Finding | undefined {
  const isStop = /^(?:shutdown|reboot|halt|poweroff)$/.test(program)
  const isInit = program === 'init' && /^[06]$/.test(args[0]?.value ?? '')
  const isSystemd =
    program === 'systemctl' &&
    args.some(({ value }) => /^(?:reboot|poweroff|halt|suspend|hibernate)$/.test(value))
  return isStop || isInit || isSystemd ? { detail: say`Stops or restarts this machine.` } : undefined
}

function keepsRunning(call: Call): Finding | undefined {
  const { program, args, programWord } = call
  const has = (pattern: RegExp) => args.some(({ value }) => pattern.test(value))
  if (/^(?:nohup|setsid|disown|daemonize)$/.test(program))
    return { detail: say`Keeps running after the session has ended.`, end: programWord.end }
  const isService =
    (/^(?:systemctl|launchctl|service|rc-update)$/.test(program) &&
      has(/^(?:enable|start|restart|stop|disable|load|unload|bootstrap|kickstart|add)$/)) ||
    (program === 'pm2' && has(/^(?:start|restart|delete)$/))
  if (isService) return { detail: say`Changes a service of this machine.` }
  const isTimer = (program === 'crontab' && !option(call, 'l')) || program === 'at' || program === 'batch'
  if (isTimer) return { detail: say`Sets what this machine runs later, without a session.` }
  const isDetached =
    (program === 'screen' && has(/^-d?m?dm?S?$/)) ||
    (program === 'tmux' && has(/^new/) && has(/^-[A-Za-z]*d/))
  return isDetached ? { detail: say`Keeps running after the session has ended.` } : undefined
}

export const MACHINE_RULES: readonly RiskRule[] = [
  { kind: 'runs-as-root', title: 'Runs as another user', find: runsAsRoot },
  { kind: 'ends-processes', title: 'Ends processes', find: endsProcesses },
  { kind: 'stops-machine', title: 'Stops the machine', find: stopsMachine },
  { kind: 'keeps-running', title: 'Keeps running', find: keepsRunning },
]
