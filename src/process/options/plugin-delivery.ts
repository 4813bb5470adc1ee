/** How the plugins of a session reach the CLI: on the command line or, where that would grow too long, in `initialize`. */

import type { InitializeRequest } from '../../protocol/control/initialize.ts'
import { atLeast, type CliVersion } from '../version.ts'
import { FLAGS } from './flag-table.ts'
import type { CliOptions } from './options.ts'

export interface PluginOptions extends Pick<CliOptions, 'plugins' | 'pluginsWithoutMcp'> {
  /** How `plugins` reach the CLI: with a flag each or, for a long list, all in `initialize` (newer CLIs). */
  readonly pluginDelivery?: 'flags' | 'initialize'
}

export interface PluginDelivery {
  /** In place of these options. */
  readonly flags: Pick<CliOptions, 'plugins' | 'pluginsWithoutMcp' | 'awaitInitialize'>
  readonly initialize: Pick<InitializeRequest, 'plugins'>
  /** Why they go onto the command line although `initialize` was asked for. */
  readonly problem?: string
}

export function deliverPlugins(options: PluginOptions, version: CliVersion | undefined): PluginDelivery {
  const { plugins = [], pluginsWithoutMcp = [], pluginDelivery = 'flags' } = options
  const listed = [
    ...plugins.map((path) => ({ type: 'local', path })),
    ...pluginsWithoutMcp.map((path) => ({ type: 'local', path, skipMcpDiscovery: true })),
  ]
  if (pluginDelivery === 'flags' || listed.length === 0) return { flags: {}, initialize: {} }
  const since = FLAGS.awaitInitialize.since ?? ''
  if (!atLeast(version, since)) {
    const problem = `the plugins go onto the command line: this CLI is not known to take them otherwise, ${since} is`
    return { flags: {}, initialize: {}, problem }
  }
  return {
    flags: { plugins: [], pluginsWithoutMcp: [], awaitInitialize: true },
    initialize: { plugins: listed },
  }
}
