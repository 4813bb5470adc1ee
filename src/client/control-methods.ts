/** The control requests that every host needs, by name. All others go through `request`. */
import type { HostRequestFields, HostRequestSubtype, HostResponse } from '../protocol/control/to-cli.ts'
import type { McpServerStatus } from '../protocol/mcp.ts'
import type { PermissionMode } from '../protocol/permissions.ts'
import type { CallOptions } from './control-channel.ts'
import { checkMode } from './prompt.ts'

export abstract class ControlMethods {
  /** Any control request; the answer's type follows from the subtype. */
  abstract request<S extends HostRequestSubtype>(
    subtype: S,
    fields: HostRequestFields<S>,
    options?: CallOptions,
  ): Promise<HostResponse<S>>

  /** An unknown model is taken by the CLI and fails at the API. Without one: the default model. */
  setModel(model?: string): Promise<HostResponse<'set_model'>> {
    return this.request('set_model', model === undefined ? {} : { model })
  }
  async setPermissionMode(mode: PermissionMode): Promise<HostResponse<'set_permission_mode'>> {
    return this.request('set_permission_mode', { mode: checkMode(mode) })
  }
  /** Null removes the limit, 0 turns thinking off. */
  async setMaxThinkingTokens(tokens: number | null): Promise<void> {
    await this.request('set_max_thinking_tokens', { max_thinking_tokens: tokens })
  }
  async mcpStatus(): Promise<McpServerStatus[]> {
    const status = await this.request('mcp_status', {})
    return Array.isArray(status) ? status : (status.mcpServers ?? [])
  }
  /** Puts back the files that tools have changed since this prompt. Needs `fileCheckpointing`. */
  rewindFiles(userMessageUuid: string, { dryRun = false } = {}): Promise<HostResponse<'rewind_files'>> {
    return this.request('rewind_files', {
      user_message_id: userMessageUuid,
      ...(dryRun && { dry_run: true }),
    })
  }
  contextUsage(): Promise<HostResponse<'get_context_usage'>> {
    return this.request('get_context_usage', {})
  }
}
