/** `fairlead record` runs a CLI through the recording proxy, and ends with the CLI's exit code or signal. */
import { join, resolve, sep } from 'node:path'
import { dataFolder } from '../../process/data-folder.ts'
import { BinaryNotFoundError } from '../../process/errors.ts'
import { type Binary, findBinary } from '../../process/find-binary.ts'
import { endAs } from '../../recorder/end-as.ts'
import { runProxy } from '../../recorder/proxy/proxy.ts'
import { recordingWrapper, writeWrapper } from '../../recorder/wrapper.ts'
import { defineCommand, UsageError } from '../command-line.ts'
import type { Io } from '../io.ts'

export const record = defineCommand(
  {
    name: 'record',
    operands: '-- AGENT [ARGS…]',
    most: Number.POSITIVE_INFINITY,
    completes: ['file'],
    about: `
Runs the agent with its arguments and hands its stdin, stdout, stderr, exit code and signals through unchanged. Beside
it, every line of both directions is written to a file with its time (docs/recorder.md). Only you can read the file, because
it holds the whole conversation; \`fairlead redact\` makes one that can be shared. A file that exists is not
overwritten. If the file cannot be written, stderr says so and the
session goes on.

With --make-wrapper nothing is run: an executable file is written that records whenever it is run, for a program that
wants the path of a claude. FAIRLEAD_RECORD in its environment names another file or folder.

Exit code: that of the agent; 127 where it cannot be started, 2 usage error.`,
    options: {
      out: {
        type: 'string',
        short: 'o',
        value: 'FILE',
        about:
          'the file to write; a folder (or a name with / at its end) gets a file for each run. Default: FAIRLEAD_RECORD, or recordings/ in the data folder',
        completes: 'file',
      },
      'make-wrapper': {
        type: 'string',
        value: 'PATH',
        about: 'write an executable that records, in place of recording now',
        completes: 'file',
      },
    },
    examples: [
      'fairlead record -- claude -p "hello"',
      'fairlead record --out bug.ndjson -- claude -p --input-format stream-json --output-format stream-json --verbose',
      'fairlead record --make-wrapper ./claude-recorded -- ~/.local/bin/claude',
    ],
  },
  async ({ values, operands: [agent, ...args] }, io) => {
    if (agent === undefined) throw new UsageError('Missing argument: the agent to run, after --')
    const { env, cwd } = io
    const binary = agentNamed(agent, io)
    if (binary === undefined) {
      io.err(`fairlead record: '${agent}' cannot be run\n`)
      return 127
    }
    const out = outOf(values.out, io)
    const path = values['make-wrapper']
    if (path !== undefined) {
      const wrapper = resolve(cwd, path)
      writeWrapper(wrapper, recordingWrapper({ agent: binary.path, args, out }))
      io.out(`${wrapper}\n`)
      return 0
    }
    endAs(await runProxy({ binary, args, out, cwd, env }))
    return 0
  },
)

/** `claude` is also searched for in its usual places. */
function agentNamed(name: string, { env, cwd }: Io): Binary | undefined {
  for (const options of [{ binary: name }, ...(name === 'claude' ? [{}] : [])]) {
    try {
      return findBinary({ ...options, env, cwd })
    } catch (error) {
      if (!(error instanceof BinaryNotFoundError)) throw error
    }
  }
  return undefined
}

function outOf(given: string | undefined, { env, cwd }: Io): string {
  const named = given ?? (env.FAIRLEAD_RECORD || undefined)
  if (named === undefined) return join(dataFolder({ env }), 'recordings') + sep
  // A trailing slash, which `resolve` removes, means a folder.
  return resolve(cwd, named) + (/[\\/]$/.test(named) ? sep : '')
}
