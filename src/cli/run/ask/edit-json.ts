/** Lets a person edit a JSON object: in $VISUAL or $EDITOR if one is set, otherwise in one line. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Asking } from './ask.ts'

/** The edited object; undefined if the person gave up or it is not a JSON object. */
export async function editJson(
  value: JsonObject,
  signal: AbortSignal,
  asking: Asking,
): Promise<JsonObject | undefined> {
  const editor = asking.env.VISUAL || asking.env.EDITOR
  const text = editor
    ? inEditor(editor, value)
    : await asking.ask('  Input, as JSON: ', signal, { preset: JSON.stringify(value) })
  if (text === undefined || text.trim() === '') return undefined
  try {
    const edited: unknown = JSON.parse(text)
    if (isObject(edited)) return edited
    asking.say('  The input must be a JSON object. It is unchanged.')
  } catch (error) {
    asking.say(`  This is not JSON (${(error as Error).message}). The input is unchanged.`)
  }
  return undefined
}

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
