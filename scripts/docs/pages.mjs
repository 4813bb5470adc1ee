// @ts-check
// Writes the pages of the documentation site that need no other package: those of the repository, of the HTTP API and of the
// command. The reference of the library is written beside them by `docs/site/reference.mjs`.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { commandPages } from './command-pages.mjs'
import { describePage } from './describe-page.mjs'
import { frontPage } from './front-page.mjs'
import { httpPages } from './http-pages.mjs'
import { outsideCode, relink } from './links.mjs'
import { sidebar } from './sidebar.mjs'
import { entries, reportPage, sources } from './sources.mjs'

/**
 * @typedef {object} Made
 * @property {import('./http-pages.mjs').OpenApi} openApi
 * @property {Readonly<Record<string, number>>} statuses of the codes of an error
 * @property {(...args: string[]) => string} help what the command prints
 */

/**
 * @param {string} root
 * @param {string} folder
 * @param {Made} made
 */
export function writePages(root, folder, { openApi, statuses, help }) {
  const files = sources(root)
  const all = entries(root)
  const exists = (/** @type {string} */ file) => existsSync(join(root, file))
  const pageOf = (/** @type {string} */ file) =>
    files.get(file) ?? files.get(posix.join(file, 'index.md')) ?? reportPage(file, all) ?? imagePath(file)
  for (const [file, page] of files) {
    const text = readFileSync(join(root, file), 'utf8')
    const markdown = file.endsWith('.md') ? withoutComments(text) : examplePage(file, text)
    const linked = relink(markdown, { file, page, pageOf, exists, repository: repositoryOf(root) })
    write(folder, page, file === 'README.md' ? frontPage(linked) : linked)
  }
  for (const pages of [httpPages(openApi, statuses), commandPages(help)])
    for (const [page, markdown] of pages) write(folder, page, markdown)
  cpSync(join(root, 'docs', 'images'), join(folder, 'images'), { recursive: true })
  mkdirSync(join(folder, 'public'), { recursive: true })
  cpSync(join(root, 'src', 'web', 'public', 'icon.svg'), join(folder, 'public', 'icon.svg'))
}

/**
 * Writes what the configuration of the site reads, once all pages are there.
 * @param {string} root
 * @param {string} folder
 * @param {{ outDir: string, base: string }} settings
 */
export function writeSettings(root, folder, settings) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .map((page) => ({ page, ...describePage(readFileSync(join(folder, page), 'utf8')) }))
  const guide = pages.some(({ page }) => page === 'guide/index.md') ? '/guide/' : '/guide'
  const site = { ...settings, guide, repository: repositoryOf(root), sidebar: sidebar(pages) }
  write(folder, 'site.json', JSON.stringify(site, null, 2))
}

/** @param {string} file */
function imagePath(file) {
  return file.startsWith('docs/images/') ? file.slice('docs/'.length) : undefined
}

/** @param {string} root */
function repositoryOf(root) {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
}

/**
 * An example: what its first comment says, then all of it.
 * @param {string} file
 * @param {string} text
 */
function examplePage(file, text) {
  const lines = text.split('\n').filter((line) => line !== '// @ts-check')
  const end = lines.findIndex((line) => !line.startsWith('//') || line === '//')
  const about = lines
    .slice(0, end)
    .map((line) => line.slice(3))
    .join(' ')
  const { name, ext } = posix.parse(file)
  const command = ext === '.mjs' ? `\`\`\`sh\nnode ${file}\n\`\`\`\n\n` : ''
  const language = ext === '.jsx' ? 'jsx' : 'js'
  return `# ${name}\n\n${about}\n\n${command}\`\`\`${language}\n${lines.join('\n').trim()}\n\`\`\`\n`
}

/** @param {string} markdown */
function withoutComments(markdown) {
  return outsideCode(markdown, (text) => text.replaceAll(/<!--[\s\S]*?-->\n?/g, ''))
}

/**
 * @param {string} folder
 * @param {string} page
 * @param {string} text
 */
function write(folder, page, text) {
  mkdirSync(dirname(join(folder, page)), { recursive: true })
  writeFileSync(join(folder, page), text)
}
