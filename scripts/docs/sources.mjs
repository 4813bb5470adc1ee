// @ts-check
// Which files of the repository become pages, and at which path.

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Folders of `docs` without pages: the site's own program, pictures, and the report that the reference replaces. */
const NO_PAGES = ['api', 'images', 'site']
const ELSEWHERE = new Map([
  ['README.md', 'index.md'],
  ['docs/protocol.md', 'reference/protocol.md'],
  ['bench/README.md', 'bench/index.md'],
  ['bench/RESULTS.md', 'bench/results.md'],
])

/**
 * The path of each page by the file that it is made from. Both are relative, with slashes.
 * @param {string} root
 * @returns {Map<string, string>}
 */
export function sources(root) {
  const inRoot = readdirSync(root).filter((name) => name.endsWith('.md'))
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && !NO_PAGES.includes(path.split('/')[0] ?? ''))
  const examples = readdirSync(join(root, 'examples')).filter((name) => /\.(mjs|jsx)$/.test(name))
  return new Map([
    ...inRoot.map((name) => /** @type {const} */ ([name, name.toLowerCase()])),
    ...inDocs.sort().map((path) => /** @type {const} */ ([`docs/${path}`, path])),
    ...examples.map(
      (name) => /** @type {const} */ ([`examples/${name}`, `examples/${posix.parse(name).name}.md`]),
    ),
    ...ELSEWHERE,
  ])
}

/**
 * The entries of the package, by the name that a program imports.
 * @param {string} root
 * @returns {{ name: string, declarations: string, page: string }[]}
 */
export function entries(root) {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries(exports)
    .filter(([, target]) => typeof target.types === 'string')
    .map(([path, { types }]) => {
      const imported = posix.join(name, path)
      return { name: imported, declarations: join(root, types), page: `reference/${imported}/index.md` }
    })
}

/**
 * The page of the reference that stands for a file of `docs/api`.
 * @param {string} file
 * @param {ReturnType<typeof entries>} all
 */
export function reportPage(file, all) {
  const name = /^docs\/api\/([\w-]+)\.md$/.exec(file)?.[1]
  return name && all.find((entry) => posix.basename(entry.name) === name)?.page
}
