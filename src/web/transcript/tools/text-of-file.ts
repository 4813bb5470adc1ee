/** The output of Read: numbered lines, with notes for the model around them. */
const NUMBERED = /^\s*(\d+)(?:\t|→)(.*)$/
const NOTE = /<system-reminder>[\s\S]*?<\/system-reminder>/g

export interface FileText {
  readonly text: string
  readonly from?: number
  readonly count: number
}

/** The text without line numbers; unchanged if any line has no number. */
export function fileText(output: string): FileText {
  const lines = output.replace(NOTE, '').trimEnd().split('\n')
  const found = lines.map((line) => NUMBERED.exec(line))
  const from = Number(found[0]?.[1])
  if (found.length === 0 || !found.every((it) => it !== null))
    return { text: lines.join('\n'), count: lines.length }
  return { text: found.map((it) => it?.[2] ?? '').join('\n'), from, count: lines.length }
}
