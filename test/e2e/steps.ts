/** Tool calls for scenarios that a CLI really runs. */
import type { JsonObject } from '../../src/protocol/json.ts'

export const bash = (command: string, more: JsonObject = {}) => ({
  tool: 'Bash',
  input: { command, description: 'Runs it', ...more },
})

export const write = (path: string, content = path) => ({
  tool: 'Write',
  input: { file_path: path, content },
})
