// @ts-check
// Writes the reference of the library: a page for every public name, from the comments in the code.
//
//   node reference.mjs ENTRIES FOLDER     ENTRIES: JSON, [{ "name": "fairlead", "declarations": "….d.ts" }, …]

import { basename, dirname, resolve } from 'node:path'
import { Application } from 'typedoc'

const [entries = '[]', folder = ''] = process.argv.slice(2)
/** @type {{ name: string, declarations: string }[]} */
const list = JSON.parse(entries)

const app = await Application.bootstrapWithPlugins(
  /** @type {Partial<import('typedoc').TypeDocOptions>} */ ({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: list.map(({ declarations }) => declarations),
    tsconfig: resolve(import.meta.dirname, 'tsconfig.json'),
    // The declarations were checked when they were made.
    skipErrorChecking: true,
    excludeExternals: true,
    disableSources: true,
    readme: 'none',
    logLevel: 'Error',
    name: 'fairlead',
    outputs: [{ name: 'markdown', path: resolve(folder) }],
    outputFileStrategy: 'members',
    entryFileName: 'index',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    indexFormat: 'table',
    groupOrder: ['Functions', 'Classes', 'Variables', 'Interfaces', 'Type Aliases', '*'],
    expandParameters: true,
    ...Object.fromEntries(
      [
        'parameters',
        'interfaceProperties',
        'classProperties',
        'typeDeclaration',
        'enumMembers',
        'propertyMembers',
        'typeAliasProperties',
      ].map((what) => [`${what}Format`, 'table']),
    ),
  }),
)
const project = await app.convert()
if (project === undefined || app.logger.hasErrors()) process.exit(1)
const modules = project.children ?? []
if (modules.length !== list.length) throw new Error(`${list.length} entries, but ${modules.length} modules`)
for (const { name, declarations } of list) {
  const module = modules.find((it) => it.name === basename(dirname(declarations)))
  if (module === undefined) throw new Error(`there is no module for ${name}`)
  module.name = name
}
await app.generateOutputs(project)
