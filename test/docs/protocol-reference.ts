/**
 * docs/protocol.md, made of what the repository has: the tables and comments of src/protocol, the fixtures of the tests,
 * and the rules of SPEC.md. Pure: sources in, Markdown out. `npm run docs` writes the file.
 */
import { blockCheck } from '../../src/protocol/blocks.ts'
import {
  CLI_REQUEST_SUBTYPES,
  HOOK_EVENTS,
  HOST_REQUEST_SUBTYPES,
  PERMISSION_DESTINATIONS,
  PERMISSION_MODES,
  TOOL_NAMES,
} from '../../src/protocol/index.ts'
import { systemCheck } from '../../src/protocol/messages/system.ts'
import type { Variants } from '../../src/protocol/shape.ts'
import { stdinShapes } from '../../src/protocol/stdin.ts'
import { stdoutShapes } from '../../src/protocol/stdout.ts'
import { streamEventCheck } from '../../src/protocol/stream.ts'
import type { SeedExample } from '../seeds/example.ts'
import type { Rule } from '../spec/rules.ts'
import { type Declaration, declarationsIn, membersOf } from './protocol/declarations.ts'
import { type Answer, anchorOf, type Entry, entryText } from './protocol/entry.ts'
import { Examples } from './protocol/examples.ts'
import { introduction } from './protocol/introduction.ts'
import * as purposes from './protocol/purposes.ts'
import * as ofRequests from './protocol/purposes-of-requests.ts'
import { type Scope, Spec } from './protocol/rules-of.ts'
import { IN_TYPES, splitOutside } from './protocol/source-text.ts'
import { Types } from './protocol/type-words.ts'
import { wireExamplesIn } from './protocol/wire-examples.ts'

export interface Sources {
  /** The files of src/protocol. */
  readonly types: readonly string[]
  readonly spec: string
  readonly seeds: readonly SeedExample[]
  /** The test files of test/wire, and what they share. */
  readonly wire: readonly string[]
  readonly wireShared: string
}
interface Section {
  readonly title: string
  readonly about: string
  readonly entries: readonly Entry[]
}

/** Interfaces that are tables of names: their members are no fields. */
const TABLES = /^(HostRequests|CliRequests|HookEvents|ToolInputs|ToolResponses|System\w*Messages)$/
const NOT_IN_REQUESTS = new Set(['subtype'])
/** As everywhere, but with its subtype. */
const IN_RESULT = new Set(['type', 'uuid', 'session_id', 'timestamp'])
const deltaCheck = streamEventCheck.shapes.content_block_delta?.delta as Variants

export const NAMES = {
  stdin: Object.keys(stdinShapes),
  stdout: Object.keys(stdoutShapes).filter((type) => type !== 'system'),
  system: Object.keys(systemCheck.shapes),
  event: Object.keys(streamEventCheck.shapes),
  delta: Object.keys(deltaCheck.shapes),
  host: HOST_REQUEST_SUBTYPES,
  cli: CLI_REQUEST_SUBTYPES,
  hook: HOOK_EVENTS,
  block: Object.keys(blockCheck.shapes),
  tool: TOOL_NAMES,
  mode: PERMISSION_MODES,
  update: Object.keys(purposes.UPDATES),
} as const
export type Kind = keyof typeof NAMES

/** Of a name that more than one kind has, the kind stands in the title. */
export function titleOf(kind: Kind, name: string): string {
  if (kind === 'system') return `system/${name}`
  const kinds = Object.entries(NAMES).filter(([other, names]) =>
    (names as readonly string[]).some((it) => other !== 'system' && it.toLowerCase() === name.toLowerCase()),
  )
  const words: Partial<Record<Kind, string>> = {
    ...{ stdin: 'on stdin', stdout: 'on stdout', host: 'from the host', cli: 'from the CLI' },
    ...{ hook: 'hook', tool: 'tool', block: 'block' },
  }
  return kinds.length > 1 ? `${name} ${words[kind] ?? kind}` : name
}

/** Where a name means something else too: which rules are about the request of the host. */
const ofHost: Readonly<Record<string, (rule: Rule) => boolean>> = {
  initialize: ({ id }) => !id.startsWith('R-MCP'),
  mcp_message: ({ sentence }) => /from the host|both directions/.test(sentence),
}

const inAreas =
  (...areas: string[]) =>
  ({ id }: Rule) =>
    areas.includes(id.split('-')[1] ?? '')
/** Rules that are about a message without having its name. */
const ALSO: Readonly<Record<string, (rule: Rule) => boolean>> = {
  'stdin:user': inAreas('QUEUE'),
  'stdout:result': inAreas('RESULT', 'COST'),
  'stdout:stream_event': inAreas('STREAM'),
  'host:interrupt': inAreas('INTR'),
  'cli:can_use_tool': inAreas('APPROVE'),
  'cli:hook_callback': (rule) =>
    inAreas('HOOK')(rule) && HOOK_EVENTS.every((event) => !rule.sentence.includes(`\`${event}\``)),
}

class Reference {
  readonly types: Types
  readonly #spec: Spec
  readonly #examples: Examples
  readonly #fieldNames: ReadonlySet<string>

  constructor(sources: Sources) {
    const declarations = sources.types.flatMap(declarationsIn)
    this.types = new Types(new Map(declarations.map((it) => [it.name, it])))
    this.#spec = new Spec(sources.spec)
    this.#fieldNames = fieldNamesOf(declarations)
    const wire = sources.wire.flatMap((source) => wireExamplesIn(source, sources.wireShared))
    this.#examples = new Examples(sources.seeds, wire)
  }

  sections(): Section[] {
    return [
      {
        title: 'Stdin messages',
        about: 'What a host writes. Only `type` and what is marked as required must be there.',
        entries: NAMES.stdin.map((name) => this.#message('stdin', name)),
      },
      {
        title: 'Stdout messages',
        about:
          'What the CLI writes. Nearly every message also has `uuid`, `session_id` and, in newer versions, `timestamp`; the tables leave them out.',
        entries: NAMES.stdout.map((name) => this.#message('stdout', name)),
      },
      {
        title: 'System messages',
        about: 'Messages on stdout of type `system`, distinguished by `subtype`.',
        entries: NAMES.system.map((name) => this.#system(name)),
      },
      {
        title: 'Stream events',
        about:
          'What `event` of a `stream_event` holds: the events of the Messages API, and the deltas inside.',
        entries: [
          ...NAMES.event.map((name) => this.#part('event', name, 'StreamEvent', purposes.EVENTS)),
          ...NAMES.delta.map((name) => this.#part('delta', name, 'ContentDelta', purposes.DELTAS)),
        ],
      },
      {
        title: 'Control requests host to CLI',
        about:
          'Each is the `request` of a `control_request` on stdin. The answer is a `control_response` with the same `request_id`; shown is its inner `response`, where it has one.',
        entries: NAMES.host.map((name) => this.#hostRequest(name)),
      },
      {
        title: 'Control requests CLI to host',
        about: 'Each is the `request` of a `control_request` on stdout. The CLI waits until it is answered.',
        entries: NAMES.cli.map((name) => this.#cliRequest(name)),
      },
      {
        title: 'Hooks',
        about:
          'A host registers callbacks in `initialize.hooks`; the CLI then sends `hook_callback`. Its `input` has `session_id`, `transcript_path`, `cwd`, `hook_event_name`, optionally `prompt_id`, `permission_mode`, `agent_id`, `agent_type` and `effort`, and the fields of the event; the examples show only these. The answer may have `continue`, `suppressOutput`, `stopReason`, `decision`, `reason`, `systemMessage` and `hookSpecificOutput`, which holds `hookEventName` and what is listed as output; with `async: true` the CLI continues without waiting for the hook.',
        entries: NAMES.hook.map((name) => this.#hook(name)),
      },
      {
        title: 'Content blocks',
        about: 'What `message.content` is made of. A block of a type that is not listed stays where it is.',
        entries: NAMES.block.map((name) => this.#part('block', name, 'ContentBlock', purposes.BLOCKS)),
      },
      {
        title: 'Tools',
        about:
          'The CLI’s own tools, by the `name` of a `tool_use` block and of `can_use_tool`; listed is their `input`. A tool of an MCP server is named `mcp__server__tool`.',
        entries: NAMES.tool.map((name) => this.#tool(name)),
      },
      {
        title: 'Permissions',
        about: permissionsText(),
        entries: NAMES.update.map((name) => this.#part('update', name, 'PermissionUpdate', purposes.UPDATES)),
      },
    ]
  }

  #told(kind: Kind, names: readonly string[], fits?: (rule: Rule) => boolean) {
    const fromHost = kind === 'stdin' || kind === 'host'
    const scope: Scope = { fits, also: ALSO[`${kind}:${names[0]}`], fromHost }
    return this.#spec.about(
      names,
      names.some((name) => this.#fieldNames.has(name)),
      scope,
    )
  }

  #example(key: string): { example: unknown; answerExample?: unknown } {
    const found = this.#examples.get(key)
    if (found === undefined) throw new Error(`there is no example of ${key}: add one to own-examples.ts`)
    return { example: found.value, answerExample: found.answer }
  }

  #message(kind: 'stdin' | 'stdout', name: string): Entry {
    const isIn = kind === 'stdin'
    const among = isIn ? 'StdinMessage' : 'StdoutMessage'
    const type = this.types.named(name, among) ?? 'ControlRequestEnvelope'
    const own: Readonly<Record<string, string>> = isIn ? purposes.STDIN : purposes.STDOUT
    const key =
      name === 'control_request' ? (isIn ? 'host:interrupt' : 'cli:can_use_tool') : `${kind}:${name}`
    const isPrompt = ({ id, sentence }: Rule) =>
      id.startsWith('R-ERROR') || /on stdin|host sends|`priority`|`shouldQuery`|prompt with/.test(sentence)
    const leaveOut = isIn ? new Set(['type']) : name === 'result' ? IN_RESULT : undefined
    return {
      title: titleOf(kind, name),
      purpose: joined(own[name], this.types.comment(type)),
      direction: isIn ? 'Host → CLI.' : 'CLI → host.',
      fields: this.types.fields(type, leaveOut),
      fieldsOf: 'Fields',
      example: this.#example(key).example,
      told: this.#told(kind, [name], name === 'user' ? (rule) => isPrompt(rule) === isIn : undefined),
    }
  }

  #system(name: string): Entry {
    const tables = ['SystemSessionMessages', 'SystemNoticeMessages', 'SystemTaskMessages']
    const type =
      tables.map((table) => this.types.member(table, name)?.type).find((it) => it !== undefined) ?? ''
    const bareNames = name.includes('_') ? [name] : name === 'init' ? ['init.tools'] : []
    return {
      title: titleOf('system', name),
      purpose: joined(purposes.SYSTEM[name as keyof typeof purposes.SYSTEM], this.types.comment(type)),
      direction: '',
      fields: this.types.fields(type),
      fieldsOf: 'Fields',
      ...this.#example(`system:${name}`),
      told: this.#told('system', [`system/${name}`, ...bareNames]),
    }
  }

  /** A block, stream event, delta or permission update. */
  #part(kind: Kind, name: string, among: string, own: Readonly<Record<string, string>>): Entry {
    const type = this.types.named(name, among) ?? ''
    return {
      title: titleOf(kind, name),
      purpose: joined(own[name], this.types.comment(type)),
      direction: '',
      fields: this.types.fields(type, new Set(['type'])),
      fieldsOf: 'Fields',
      ...this.#example(`${kind}:${name}`),
      told: this.#told(kind, [name]),
    }
  }

  #hostRequest(name: keyof typeof ofRequests.HOST_REQUESTS): Entry {
    const member = this.types.member('HostRequests', name)
    const [request = '', response = ''] = splitOutside(
      member?.type.replace(/^Ask<([\s\S]*)>$/, '$1') ?? '',
      ',',
      IN_TYPES,
    )
    const told = this.#told('host', [name], ofHost[name])
    const known = this.#spec.knownTo37(name)
    return {
      title: titleOf('host', name),
      purpose: joined(ofRequests.HOST_REQUESTS[name], member?.comment, this.types.comment(request)),
      direction: 'Host → CLI.',
      fields: this.types.fields(request, NOT_IN_REQUESTS),
      fieldsOf: 'Fields',
      answer: this.#answer('Answer', response),
      ...this.#example(`host:${name}`),
      versions: !known
        ? '37 does not know this request and does not answer.'
        : /37/.test(told.seen)
          ? ''
          : '37 knows this request.',
      told,
    }
  }

  #cliRequest(name: keyof typeof ofRequests.CLI_REQUESTS): Entry {
    const parts = membersOf(this.types.member('CliRequests', name)?.type ?? '{}')
    const [request, response] = parts.map(({ type }) => type)
    return {
      title: titleOf('cli', name),
      purpose: joined(ofRequests.CLI_REQUESTS[name], this.types.comment(request ?? '')),
      direction: 'CLI → host.',
      fields: this.types.fields(request ?? '', NOT_IN_REQUESTS),
      fieldsOf: 'Fields',
      answer: this.#answer('Answer', response ?? ''),
      ...this.#example(`cli:${name}`),
      told: this.#told('cli', [name], ({ sentence }) => !sentence.includes('`mcp_message` from the host')),
    }
  }

  #hook(name: keyof typeof ofRequests.HOOKS): Entry {
    const parts = membersOf(this.types.member('HookEvents', name)?.type ?? '{}')
    const [input, output] = parts.map(({ type }) => type)
    return {
      title: titleOf('hook', name),
      purpose: ofRequests.HOOKS[name],
      direction: '',
      fields: this.types.fields(input ?? '', new Set()),
      fieldsOf: 'Input',
      answer: this.#answer('Output', output ?? ''),
      ...this.#example(`hook:${name}`),
      told: this.#told('hook', [name]),
    }
  }

  #tool(name: keyof typeof ofRequests.TOOLS): Entry {
    const type = this.types.member('ToolInputs', name)?.type ?? ''
    const comment = this.types.comment(type).replace(/^Input of `\w+`[.:] ?/, '')
    return {
      title: titleOf('tool', name),
      purpose: joined(ofRequests.TOOLS[name], comment),
      direction: '',
      fields: this.types.fields(type, new Set()),
      fieldsOf: 'Input',
      ...this.#example(`tool:${name}`),
      told: this.#told('tool', [name]),
    }
  }

  #answer(name: string, type: string): Answer | undefined {
    if (type === '' || type === 'Nothing' || type === 'JsonObject') return undefined
    const forms = this.types
      .choices(type)
      .map((choice) => this.types.fields(choice, new Set()))
      .filter((fields) => fields.length > 0)
    const comment = this.types.comment(type).replace(/^The answer (?:to|of) `\w+`[.:] ?/, '')
    return { name, comment, forms, words: forms.length === 0 ? this.types.words(type) : '' }
  }
}

function fieldNamesOf(declarations: readonly Declaration[]): Set<string> {
  const objects = declarations.filter(({ name, type }) => !TABLES.test(name) && type.startsWith('{'))
  return new Set(objects.flatMap(({ type }) => membersOf(type)).map(({ name }) => name))
}

function joined(...sentences: (string | undefined)[]): string {
  return sentences.filter((it) => it !== undefined && it !== '').join(' ')
}

function permissionsText(): string {
  const modes = PERMISSION_MODES.map((mode) => `| \`${mode}\` | ${purposes.MODES[mode]} |`)
  const places = PERMISSION_DESTINATIONS.map((it) => `\`${it}\``).join(', ')
  return [
    'The permission modes:',
    ['| mode | what it does |', '|---|---|', ...modes].join('\n'),
    `A rule has \`toolName\` and maybe \`ruleContent\`; its behaviour is \`allow\`, \`deny\` or \`ask\`. The answer to \`can_use_tool\` may hold updates in \`updatedPermissions\`, as the request offers them in \`permission_suggestions\`. A destination is one of ${places}: where the update is saved. Only \`session\` is gone when the process ends.`,
  ].join('\n\n')
}

export function protocolReference(sources: Sources): string {
  const reference = new Reference(sources)
  const sections = reference.sections()
  const contents = sections.map(({ title, entries }) => {
    const links = entries.map((it) => `[${it.title.replace('system/', '')}](#${anchorOf(it.title)})`)
    return `- **[${title}](#${anchorOf(title)})**: ${links.join(', ')}`
  })
  const texts = sections.map(({ title, about, entries }) =>
    [`## ${title}`, about, ...entries.map((entry) => entryText(entry, reference.types))].join('\n\n'),
  )
  return `${[introduction, '## Contents', contents.join('\n'), ...texts].join('\n\n')}\n`
}
