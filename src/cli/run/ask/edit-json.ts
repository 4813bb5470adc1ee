/** Lets a person change a JSON object: in $VISUAL or $EDITOR where one is set, otherwise in one line. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../../../protocol/json.ts'
import type { Asking } from './ask.ts'

/** The object as it was left; undefined when it was given up or is no JSON object. */
export async function editJson(
  value: JsonObject,
  signal: AbortSignal,
  asking: Asking,
): Promise<JsonObject | undefined> {
  const editor = asking.env.VISUAL || asking.env.EDITOR
  const text = editor ? inEditor(editor, value) : await inLine(value, signal, asking)
  if (text === undefined || text.trim() === '') return undefined
  try {
    const edited: unknown = JSON.parse(text)
    if (typeof edited === 'object' && edited !== null && !Array.isArray(edited)) return edited as JsonObject
    asking.say('  The input must be a JSON object; it stays as it was.')
  } catch (error) {
    asking.say(`  That is no JSON (${(error as Error).message}); the input stays as it was.`)
  }
  return undefined
}

function inLine(value: JsonObject, signal: AbortSignal, asking: Asking): Promise<string | undefined> {
  return asking.ask('  The whole input as JSON: ', signal, { preset: JSON.stringify(value) })
}

/** The editor has the terminal until it ends, as with git. */
function inEditor(editor: string, value: JsonObject): string | undefined {
  const { stdin } = process
  const wasRaw = stdin.isRaw === true
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-edit-'))
  try {
    const file = join(folder, 'input.json')
    writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 })
    const name = process.platform === 'win32' ? '%FAIRLEAD_EDIT%' : '$FAIRLEAD_EDIT'
    if (wasRaw) stdin.setRawMode(false)
    const { status } = spawnSync(`${editor} "${name}"`, {
      shell: true,
      stdio: 'inherit',
      env: { ...process.env, FAIRLEAD_EDIT: file },
    })
    return status === 0 ? readFileSync(file, 'utf8') : undefined
  } finally {
    if (wasRaw) stdin.setRawMode(true)
    rmSync(folder, { recursive: true, force: true })
  }
}
