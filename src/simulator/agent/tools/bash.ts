import { isReadOnly } from '../permissions/bash.ts'
import type { Task } from '../tasks/tasks.ts'
import { runShell } from './shell.ts'
import { failed, type Tool, type ToolContext, type ToolOutcome } from './tool.ts'

const TIMEOUT = 120_000

export const bashTool: Tool = {
  name: 'Bash',
  description: 'Runs a shell command.',
  required: { command: 'string' },
  optional: { description: 'string', timeout: 'number', run_in_background: 'boolean' },
  isConcurrent: ({ command }) => isReadOnly(String(command)),
  async run(input, context) {
    const { agent, id, signal } = context
    const command = String(input.command)
    const description = typeof input.description === 'string' ? input.description : command
    if (input.run_in_background === true)
      return started(agent.tasks.startShell(command, description, id), context)
    agent.tasks.prepare()
    const foreground = agent.tasks.foreground(id, description)
    const timeoutMs = typeof input.timeout === 'number' ? input.timeout : TIMEOUT
    const ended = new AbortController()
    const end = () => ended.abort()
    signal.addEventListener('abort', end, { once: true })
    let soFar = ''
    const sink = {
      write(text: string): void {
        soFar += text
      },
    }
    const onOutput = (text: string) => sink.write(text)
    const shell = { cwd: agent.places.cwd, env: agent.env, signal: ended.signal, timeoutMs, onOutput }
    const running = runShell(command, shell)
    const first = await Promise.race([running, foreground.moved])
    if ('outputFile' in first) {
      signal.removeEventListener('abort', end)
      first.controller.signal.addEventListener('abort', end, { once: true })
      sink.write = (text) => agent.tasks.write(first, text)
      sink.write(soFar)
      void running.then(({ code }) => agent.tasks.shellEnded(first, code))
      return backgrounded(first)
    }
    foreground.over(!signal.aborted)
    const run = first
    const output = [run.stdout.trimEnd(), run.stderr.trimEnd()].filter((text) => text !== '').join('\n')
    if (run.timedOut) return failed(`Command timed out after ${timeoutMs}ms\n${output}`.trimEnd())
    if (run.code !== 0) return failed(`Exit code ${run.code}\n${output}`.trimEnd())
    return ran(output, run.stdout.trimEnd(), run.stderr.trimEnd())
  },
  pretend(input, context) {
    if (input.run_in_background === true) {
      const description = typeof input.description === 'string' ? input.description : String(input.command)
      return started(context.agent.tasks.startPretended(description, context.id), context)
    }
    return ran('', '', '')
  },
}

/** The result of a command that succeeded. */
export function ran(output: string, stdout: string = output, stderr = '') {
  return {
    content: output === '' ? '(Bash completed with no output)' : output,
    result: { stdout, stderr, interrupted: false, isImage: false, noOutputExpected: false },
    saysNoError: true,
  } satisfies ToolOutcome
}

function backgrounded({ id, outputFile }: Task): ToolOutcome {
  const content = `Command was manually backgrounded by user with ID: ${id}. Output is being written to: ${outputFile}`
  return {
    content,
    result: { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: id },
  }
}

function started(task: { id: string; outputFile: string }, { agent }: ToolContext): ToolOutcome {
  const note = agent.profile.isFirst
    ? ''
    : ' You will be notified when it completes. To check interim output, use Read on that file path.'
  const { result, saysNoError } = ran('')
  const content = `Command running in background with ID: ${task.id}. Output is being written to: ${task.outputFile}.${note}`
  return { content, result: { ...result, backgroundTaskId: task.id }, saysNoError }
}
