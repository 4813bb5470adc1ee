/** From the options of a session to a process that can be started: binary, version, arguments, environment, first request. */
import type { InitializeRequest } from '../protocol/control/initialize.ts'
import { type Binary, findBinary } from './find-binary.ts'
import type { Isolation } from './isolation/isolation.ts'
import { buildArguments } from './options/arguments.ts'
import { buildEnvironment } from './options/environment.ts'
import { type InitializeOptions, initializeFields } from './options/initialize-fields.ts'
import type { CliOptions } from './options/options.ts'
import { deliverPlugins, type PluginOptions } from './options/plugin-delivery.ts'
import { type CliVersion, readVersion } from './version.ts'

/** The options that reach the CLI as flags, environment or fields of the first request. */
export type LaunchOptions = CliOptions & Omit<InitializeOptions, 'skills'> & PluginOptions & LaunchEnvironment

interface LaunchEnvironment {
  /** Over this program's own environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Lets `rewind_files` restore what tools have changed. */
  readonly fileCheckpointing?: boolean
}

export interface LaunchPlace {
  readonly cwd: string
  /** The `claude` to run. Default: where it is usually found. */
  readonly binary?: string | undefined
  /** Arguments before those that follow from the options. */
  readonly args?: readonly string[]
  readonly isolation?: Isolation | undefined
}

export interface Launch {
  readonly binary: Binary
  readonly version: CliVersion
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Record<string, string>
  /** The fields of the first request that follow from the options. */
  readonly initialize: InitializeRequest
  /** Options that this version does not support, and why. */
  readonly leftOut: readonly { readonly option: string; readonly reason: string }[]
  readonly isolation: Isolation | undefined
}

export async function prepareLaunch(options: LaunchOptions, place: LaunchPlace): Promise<Launch> {
  const { cwd, isolation } = place
  const env = buildEnvironment(options)
  const binary = findBinary({ env, cwd, ...(place.binary !== undefined && { binary: place.binary }) })
  const version = await readVersion(binary, { env, isolation })
  const plugins = deliverPlugins(options, version)
  const { args, leftOut, sdkServers } = buildArguments({ ...options, ...plugins.flags }, version, { env })
  return {
    binary,
    version,
    command: binary.command,
    args: [...binary.args, ...(place.args ?? []), ...args],
    cwd,
    env,
    initialize: {
      ...initializeFields(options),
      ...plugins.initialize,
      ...(sdkServers.length > 0 && { sdkMcpServers: sdkServers }),
    },
    leftOut: [
      ...leftOut,
      ...(plugins.problem === undefined ? [] : [{ option: 'pluginDelivery', reason: plugins.problem }]),
    ],
    isolation,
  }
}
