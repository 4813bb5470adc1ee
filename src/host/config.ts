/** The host's settings from a file. Flags of the command line override them. */
import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { isolationSchema } from '../api/commands.ts'
import { OptionsError } from '../protocol/errors.ts'
import type { DaemonOptions } from './daemon.ts'
import { originProblem } from './http/origins.ts'
import { problemsOf } from './problems.ts'

function checkOrigin(text: string, { addIssue }: z.RefinementCtx): void {
  const problem = originProblem(text)
  if (problem !== undefined) addIssue(problem)
}

const configSchema = z.strictObject({
  port: z.number().int().min(0).max(65_535).optional(),
  /** An address other than loopback; needs `hosts`. */
  listen: z.string().optional(),
  hosts: z.array(z.string()).optional(),
  /** Other origins whose pages may use the API with the token. */
  origins: z.array(z.string().superRefine(checkOrigin)).optional(),
  tls: z.strictObject({ cert: z.string(), key: z.string() }).optional(),
  behindProxy: z.boolean().optional(),
  insecure: z.boolean().optional(),
  roots: z.array(z.string()).optional(),
  allowBypass: z.boolean().optional(),
  isolation: isolationSchema.optional(),
  /** By folder: settings of the sessions in it and below. */
  projects: z
    .record(
      z.string().refine(isAbsolute, 'is no absolute path'),
      z.strictObject({ isolation: isolationSchema.optional() }),
    )
    .optional(),
  maxSessions: z.number().int().min(1).optional(),
  minFreeMemoryMb: z.number().min(0).optional(),
  minFreeDiskMb: z.number().min(0).optional(),
  parkAfterMinutes: z.number().min(0).optional(),
  continueAfterLimit: z.boolean().optional(),
  keptOutputs: z.number().int().min(1).optional(),
  /** Read by whoever joins the host to a fleet. */
  fleet: z.record(z.string(), z.unknown()).optional(),
})
/** The content of the host's configuration file. */
export type Config = z.infer<typeof configSchema>

/** Throws an `OptionsError` that names the file and the field. A missing file has no settings. */
export function readConfig(file: string): Config {
  if (!existsSync(file)) return {}
  const found = configSchema.safeParse(parsed(file))
  if (found.success) return found.data
  const problems = problemsOf(configSchema, found.error.issues, 'docs/host.md').map(
    ({ path, message }) => `${path.join('.') || '(top)'}: ${message}`,
  )
  throw new OptionsError(`${file}: ${problems.join('; ')}`)
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new OptionsError(`${file} is not JSON: ${(error as Error).message}`)
  }
}

/** Turns a configuration file into options of `startDaemon`. */
export function daemonOptions(config: Config): Omit<DaemonOptions, 'version'> {
  const { listen, behindProxy, insecure, maxSessions: most, minFreeMemoryMb, minFreeDiskMb, ...rest } = config
  const { parkAfterMinutes: park, continueAfterLimit, fleet: _, ...same } = rest
  return {
    ...same,
    address: listen,
    isBehindProxy: behindProxy,
    isInsecure: insecure,
    minFreeDiskBytes: bytesOf(minFreeDiskMb),
    limits: { mostProcesses: most, leastFreeBytes: bytesOf(minFreeMemoryMb) },
    attend: {
      ...(park !== undefined && { parkAfterMs: park * 60_000 }),
      ...(continueAfterLimit !== undefined && { continueAfterLimit }),
    },
  }
}

function bytesOf(megabytes: number | undefined): number | undefined {
  return megabytes === undefined ? undefined : megabytes * 1024 * 1024
}
