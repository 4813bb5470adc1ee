import { spawn } from 'node:child_process'

interface RunOptions {
  readonly cwd?: string
  readonly env: NodeJS.ProcessEnv
}

/** Runs Node to its end, without input, and gives what it printed; `printed` is told what there is so far. */
export function runNode(
  args: readonly string[],
  options: RunOptions,
  printed?: (out: string, err: string) => void,
) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      printed?.(out, err)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
      printed?.(out, err)
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
  })
}
