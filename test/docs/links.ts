/** The relative links of a Markdown file that lead nowhere. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function brokenLinks(file: string): string[] {
  const links = [...proseIn(readFileSync(file, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, link = '']) => link,
  )
  return links.filter((link) => !/^[a-z]+:/.test(link) && !isFound(file, link))
}

function isFound(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : join(dirname(file), path)
  if (!existsSync(target)) return false
  return anchor === undefined || (statSync(target).isFile() && anchorsIn(target).includes(anchor))
}

/** As GitHub makes them: a title that comes again is numbered. */
function anchorsIn(file: string): string[] {
  const seen = new Map<string, number>()
  return [...proseIn(readFileSync(file, 'utf8'), false).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => {
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
}

/** Without code: a link in it is not one. */
function proseIn(markdown: string, withoutInline = true): string {
  const prose = markdown.replace(/^```.*?^```$/gms, '')
  return withoutInline ? prose.replace(/`[^`\n]*`/g, '') : prose
}
