// @ts-check
// The pages of the HTTP API, made from its OpenAPI document: one for each resource, one for the named schemas.

import { cell, fieldTable, noteOf, table, typeText } from './schema.mjs'

/**
 * @typedef {import('./schema.mjs').Schema} Schema
 * @typedef {{ description?: string, content?: Record<string, { schema?: Schema }> }} Answer
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {string} [summary]
 * @property {string} [description]
 * @property {boolean} [deprecated]
 * @property {unknown[]} [security]
 * @property {{ name: string, in: string, required?: boolean, description?: string, schema?: Schema }[]} [parameters]
 * @property {{ content: Record<string, { schema?: Schema }> }} [requestBody]
 * @property {Record<string, Answer>} [responses]
 *
 * @typedef {object} OpenApi
 * @property {{ title: string, description?: string }} info
 * @property {{ url: string, description?: string }[]} [servers]
 * @property {Record<string, Record<string, Operation>>} paths
 * @property {{ schemas?: Record<string, Schema> }} [components]
 *
 * @typedef {{ method: string, path: string, operation: Operation }} Described
 */

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
/** Those that belong to no resource: they are about the host itself. */
const OF_THE_HOST = ['healthz', 'metrics', 'openapi.json', 'stream', 'host']

/**
 * @param {OpenApi} document
 * @param {Readonly<Record<string, number>>} statuses the HTTP status of each code of an error
 * @returns {Map<string, string>} Markdown by path
 */
export function httpPages(document, statuses) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  /** @type {Map<string, Described[]>} */
  const groups = new Map()
  for (const described of all) {
    const group = groupOf(described.path)
    groups.set(group, [...(groups.get(group) ?? []), described])
  }
  const pages = new Map([['reference/http/index.md', indexPage(document, groups, statuses)]])
  for (const [group, described] of groups)
    pages.set(`reference/http/${group}.md`, `# ${titleOf(group)}\n\n${described.map(section).join('\n\n')}\n`)
  const schemas = Object.entries(document.components?.schemas ?? {})
  if (schemas.length > 0) pages.set('reference/http/schemas.md', schemaPage(schemas))
  return pages
}

/** @param {string} path */
function groupOf(path) {
  const [first = ''] = path.replace(/^\/api\//, '').split('/')
  return OF_THE_HOST.includes(first) ? 'host' : first
}

const titleOf = (/** @type {string} */ group) => `${group.slice(0, 1).toUpperCase()}${group.slice(1)}`
const linkOf = (/** @type {string} */ name) => `./schemas.md#${name.toLowerCase()}`

/** @param {Described} described */
function section({ method, path, operation }) {
  const {
    operationId,
    summary = '',
    description,
    deprecated,
    security,
    parameters = [],
    requestBody,
  } = operation
  const about = [
    `${deprecated ? '**Deprecated.** ' : ''}${cell(summary)}.`,
    description && cell(description),
    security?.length === 0 && 'Needs no token.',
  ]
  return [
    `## ${operationId}\n\n\`\`\`http\n${method} ${path}\n\`\`\``,
    about.filter(Boolean).join(' '),
    parameters.length > 0 && `### Parameters of ${operationId}\n\n${parameterTable(parameters)}`,
    requestBody && `### Body of ${operationId}\n\n${contents(requestBody.content)}`,
    `### Answer of ${operationId}\n\n${answers(operation.responses ?? {})}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** @param {NonNullable<Operation['parameters']>} parameters */
function parameterTable(parameters) {
  const rows = parameters.map(({ name, in: where, required, description, schema = {} }) => [
    `\`${name}\``,
    where,
    typeText(schema, linkOf),
    required ? 'yes' : '',
    [description && cell(description), noteOf(schema)].filter(Boolean).join('; '),
  ])
  return table(['name', 'in', 'type', 'required', 'note'], rows)
}

/** @param {Record<string, { schema?: Schema }>} content */
function contents(content) {
  return Object.entries(content)
    .map(([type, { schema = {} }]) => {
      const fields = fieldTable(schema, linkOf)
      const kind = schema.type === 'object' && fields !== '' ? '' : `: ${typeText(schema, linkOf)}`
      return [`\`${type}\`${kind}`, fields].filter(Boolean).join('\n\n')
    })
    .join('\n\n')
}

/** Every failure has one shape, which the first page describes. @param {Record<string, Answer>} responses */
function answers(responses) {
  return Object.entries(responses)
    .map(([status, { description = '', content = {} }]) =>
      status === 'default'
        ? 'Failures: see [errors](./index.md#errors).'
        : [`**${status}** ${cell(description)}`, contents(content)].filter(Boolean).join('\n\n'),
    )
    .join('\n\n')
}

/**
 * @param {OpenApi} document
 * @param {Map<string, Described[]>} groups
 * @param {Readonly<Record<string, number>>} statuses
 */
function indexPage({ info, servers = [], paths, components = {} }, groups, statuses) {
  const rows = [...groups].flatMap(([group, described]) =>
    described.map(({ method, path, operation }) => [
      `\`${method}\``,
      `\`${path}\``,
      `[${operation.operationId}](./${group}.md#${operation.operationId.toLowerCase()})`,
      cell(operation.summary ?? ''),
    ]),
  )
  const failure = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ responses }) => responses?.default?.content)
    .find((content) => content !== undefined)
  return `---
title: All routes
pageClass: wide
aside: false
---
# HTTP API

${info.description ?? 'What the host serves to the console, to the command and to your program.'} Every route takes the token as
\`Authorization: Bearer TOKEN\` (\`fairlead token\` prints it). The host serves the document itself at \`/api/openapi.json\`, and
[fairlead/api](../fairlead/api/index.md) is a typed client of it.
${servers.map(({ url, description }) => `\n\`${url}\`${description ? `: ${cell(description)}` : ''}\n`).join('')}
## Routes

${table(['', 'route', 'name', 'what it does'], rows)}
${components.schemas && Object.keys(components.schemas).length > 0 ? '\nObjects with a name are described under [schemas](./schemas.md).\n' : ''}
## Errors

Every failure has one shape:

${failure ? contents(failure) : ''}

${table(
  ['code', 'status'],
  Object.entries(statuses).map(([code, status]) => [`\`${code}\``, String(status)]),
)}
`
}

/** @param {[string, Schema][]} schemas */
function schemaPage(schemas) {
  const sections = schemas.map(([name, schema]) => {
    const fields = fieldTable(schema, linkOf)
    return [`## ${name}`, schema.description && cell(schema.description), fields || typeText(schema, linkOf)]
      .filter(Boolean)
      .join('\n\n')
  })
  return `# Schemas\n\n${sections.join('\n\n')}\n`
}
