/** `npm run soak`: options, a line of progress, and the table at the end. Answers the exit code. */
import { parseArgs } from 'node:util'
import { fullDiskProblem } from './faults/full-disk.ts'
import { chosenFaults, FAULTS, type Fault, faultNames, infoOf, isFault } from './faults/table.ts'
import { Random } from './plan/random.ts'
import { asColumn, asJson, asText } from './report.ts'
import { type Progress, runSoak } from './soak.ts'

const USAGE = `Usage: npm run soak -- [options]

Random sessions on a host, with faults of every kind, for as long as you like; then a checker compares the journal, the output
of the CLIs, the side effects of tools and what each client saw.

  --minutes N       how long (1); --seconds N for less
  --seed S          what is decided: the same seed has the same sessions, prompts and faults in the same order, but not at the
                    same moments. A random one unless given; it is printed
  --sessions N      how many at once (4)
  --real            the real CLIs 2.1.197 and 2.1.325 on the scripted Messages API, in place of the simulator
  --only FAULT      only these faults (several times, or with commas between); "none" for none
  --with FAULT      also one of those that are off otherwise
  --without FAULT   not these
  --heap            collect all garbage of the host once a minute, and report what is left
  --keep FOLDER     where to copy the journal, the output of the CLIs and all else to, if something is wrong
  --json            the report as one JSON object
  --help            this text

Exit code: 0 if nothing was wrong, 1 if something was, 2 for wrong options.

Faults:
${faultNames.map((name) => `  ${name.padEnd(16)}${infoOf(name).about}${infoOf(name).isOptional ? ' [off unless --with]' : ''}`).join('\n')}
`

class UsageError extends Error {}

export async function main(args: readonly string[]): Promise<number> {
  try {
    const options = read(args)
    if (!options) {
      process.stdout.write(USAGE)
      return 0
    }
    const { isJson, ...soak } = options
    process.stderr.write(
      `seed ${soak.seed}: ${soak.sessions} sessions at once, ${soak.seconds} s, ${soak.isReal ? 'real CLIs' : 'simulator'}, ${soak.faults.size} faults\n`,
    )
    const report = await runSoak({ ...soak, onProgress: tell })
    process.stderr.write(process.stderr.isTTY ? '\r\u001b[K' : '')
    process.stdout.write(
      isJson
        ? `${asJson(report)}\n`
        : `${asText(report, soak.seed)}\nFor docs/reliability.md:\n\n${asColumn(report)}`,
    )
    return report.problems.length === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n\n\`npm run soak -- --help\` lists the options.\n`)
    return 2
  }
}

function read(args: readonly string[]) {
  const values = parsed(args)
  if (values.help) return undefined
  if (values.minutes !== undefined && values.seconds !== undefined)
    throw new UsageError('--minutes and --seconds do not go together.')
  const isReal = values.real ?? false
  const only = values.only?.join(',') === 'none' ? [] : faultsIn('only', values.only)
  const choice = {
    ...(only && { only }),
    with: faultsIn('with', values.with) ?? [],
    without: faultsIn('without', values.without) ?? [],
  }
  return {
    seed: values.seed ?? new Random(`${Date.now()}`).hex(8),
    seconds:
      values.seconds === undefined
        ? number('minutes', values.minutes ?? '1', 24 * 60) * 60
        : number('seconds', values.seconds, 24 * 3600),
    sessions: number('sessions', values.sessions ?? '4', 100),
    isReal,
    faults: chosenFaults(choice, { isReal, hasDisk: fullDiskProblem() === undefined }),
    measuresHeap: values.heap ?? false,
    keep: values.keep,
    isJson: values.json ?? false,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: args.filter((it) => it !== '--'),
      options: {
        minutes: { type: 'string' },
        seconds: { type: 'string' },
        seed: { type: 'string' },
        sessions: { type: 'string' },
        real: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        with: { type: 'string', multiple: true },
        without: { type: 'string', multiple: true },
        heap: { type: 'boolean' },
        keep: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function number(option: string, text: string, most: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value > 0) || value > most)
    throw new UsageError(`--${option}: "${text}" is not a number from 1 to ${most}.`)
  return value
}

function faultsIn(option: string, given: readonly string[] | undefined): Fault[] | undefined {
  return given
    ?.flatMap((text) => text.split(','))
    .map((name) => {
      if (isFault(name)) return name
      throw new UsageError(
        `--${option}: there is no fault "${name}". There are ${Object.keys(FAULTS).join(', ')}.`,
      )
    })
}

/** How often without a terminal, in seconds. */
const TELL_EVERY = 30

function tell({ seconds, phase, counts, problems, sample }: Progress): void {
  const isDue = Math.floor(seconds) % TELL_EVERY === 0
  if (!process.stderr.isTTY && !isDue) return
  const faults = [...counts].reduce((sum, [name, count]) => sum + (name.startsWith('fault: ') ? count : 0), 0)
  const of = (name: string) => counts.get(name) ?? 0
  const heap = sample?.heapMb === undefined ? '' : ` (heap ${Math.round(sample.heapMb)} MB)`
  const memory = sample ? `, ${Math.round(sample.rssMb)} MB${heap}, ${sample.handles} files` : ''
  const text = `${Math.floor(seconds)} s ${phase}: ${of('sessions')} sessions, ${of('prompts accepted')} prompts, ${faults} faults, ${problems} problems${memory}`
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
}
