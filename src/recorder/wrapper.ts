/**
 * Writes executable files that stand in for a `claude` where a tool accepts only a path: one that records, and one that plays.
 */
import { chmodSync, writeFileSync } from 'node:fs'
import { builtFile } from '../process/package-files.ts'

export interface RecordingWrapper {
  readonly agent: string
  readonly args: readonly string[]
  readonly out: string
}

/** `FAIRLEAD_RECORD` in the environment overrides `out`. */
export function recordingWrapper({ agent, args, out }: RecordingWrapper): string {
  const words = [process.execPath, builtFile('recorder/proxy/main.js'), out, agent, ...args]
  return script('Runs a claude and records it', `exec ${words.map(quoted).join(' ')} "$@"`)
}

export function playingWrapper(file: string, speed: number | undefined): string {
  const env = [
    `export FAIRLEAD_REPLAY=${quoted(file)}`,
    ...(speed === undefined ? [] : [`export FAIRLEAD_REPLAY_SPEED=${speed}`]),
  ]
  const words = [process.execPath, builtFile('recorder/agent/main.js')].map(quoted).join(' ')
  return script('Plays a recording as a claude', [...env, `exec ${words} "$@"`].join('\n'))
}

export function writeWrapper(path: string, text: string): void {
  if (process.platform === 'win32') throw new Error('A wrapper is a shell script, which Windows does not run')
  writeFileSync(path, text, { mode: 0o755, flag: 'wx' })
  // The umask restricts the mode of a new file.
  chmodSync(path, 0o755)
}

function script(what: string, line: string): string {
  return `#!/bin/sh\n# ${what}. Written by fairlead.\n${line}\n`
}

function quoted(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
