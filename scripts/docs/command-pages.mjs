// @ts-check
// The pages of the `fairlead` command, made from what its `--help` prints.

import { cell, table } from './schema.mjs'

/**
 * @param {(...args: string[]) => string} help what the command prints for these arguments
 * @returns {Map<string, string>} Markdown by path
 */
export function commandPages(help) {
  const groups = sectionsOf(help('--help')).filter(({ title }) => !['Options', 'Environment'].includes(title))
  const pages = new Map([['reference/commands/index.md', indexPage(help, groups)]])
  groups.forEach(({ title, rows }, index) => {
    const commands = rows.map(([name = '']) => commandSection(name, help(name, '--help')))
    pages.set(
      `reference/commands/${slug(title)}.md`,
      `---\norder: ${index + 1}\n---\n# ${title}\n\n${commands.join('\n\n')}\n`,
    )
  })
  return pages
}

/**
 * The parts of a help that are tables: a title with a colon, then indented rows of two columns.
 * @param {string} text
 */
function sectionsOf(text) {
  return [...text.matchAll(/^([A-Z][\w ]*):\n((?: {2}.*\n?)+)/gm)].map(([, title = '', body = '']) => ({
    title,
    rows: body
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/)),
  }))
}

/**
 * @param {string} name
 * @param {string} text
 */
function commandSection(name, text) {
  const [, usage = '', about = ''] = /^Usage: (.*)\n\n([\s\S]*?)\n\nOptions:\n/.exec(text) ?? []
  if (usage === '') throw new Error(`the help of ${name} has another form than that of other commands`)
  const sections = sectionsOf(text)
  const options = sections.find(({ title }) => title === 'Options')?.rows ?? []
  const examples = /^Examples:\n([\s\S]*)$/m.exec(text)?.[1]?.replaceAll(/^ {2}/gm, '').trimEnd()
  return [
    `## ${name}\n\n\`\`\`sh\n${usage}\n\`\`\``,
    prose(about),
    table(
      ['option', ''],
      options.map(([option = '', words = '']) => [`\`${option.replaceAll('|', '\\|')}\``, cell(words)]),
    ),
    examples && `\`\`\`sh\n${examples}\n\`\`\``,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Indented lines keep their form. @param {string} about */
function prose(about) {
  return about
    .split(/\n\n+/)
    .map((part) => (/^ {2}/m.test(part) ? part.replaceAll(/(?:^ {2}.*(?:\n|$))+/gm, indented) : plain(part)))
    .join('\n\n')
}

const indented = (/** @type {string} */ lines) => `\n\`\`\`text\n${lines.trimEnd()}\n\`\`\`\n`
const plain = (/** @type {string} */ text) => text.replaceAll('<', '&lt;').replaceAll('*', '\\*')

/**
 * @param {(...args: string[]) => string} help
 * @param {ReturnType<typeof sectionsOf>} groups
 */
function indexPage(help, groups) {
  const environment = sectionsOf(help('--help')).find(({ title }) => title === 'Environment')?.rows ?? []
  const codes = sectionsOf(help('help', 'exit-codes'))[0]?.rows ?? []
  const list = groups.map(({ title, rows }) => {
    const linked = rows.map(([name = '', summary = '']) => [
      `[${name}](./${slug(title)}.md#${name})`,
      cell(summary),
    ])
    return `## ${title}\n\n${table(['command', ''], linked)}`
  })
  const words = (/** @type {string[][]} */ rows) =>
    rows.map(([name = '', text = '']) => [`\`${name}\``, cell(text)])
  return `---
title: All commands
---
# Commands

\`npx fairlead COMMAND\` where it is installed, \`npm start -- COMMAND\` in a clone. What stands here is what \`--help\` prints.

${list.join('\n\n')}

## Environment

${table(['variable', ''], words(environment))}

## Exit codes

${table(['code', ''], words(codes))}
`
}

const slug = (/** @type {string} */ title) => title.toLowerCase().replaceAll(' ', '-')
