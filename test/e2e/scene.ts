/**
 * One session on a stage, played turn by turn: a test scripts what the model does, sends the prompt, decides the
 * approvals as they come, and looks at what the host and the API were told. The stage closes the session.
 */
import type { Approval, SentPrompt, Session, SessionOptions, StdoutMessage } from '../../src/client/index.ts'
import { isObject, type JsonObject } from '../../src/protocol/json.ts'
import type { PermissionMode } from '../../src/protocol/permissions.ts'
import type { Model, ModelRequest, Reply } from '../../src/simulator/index.ts'
import type { Stage } from './stage.ts'

type Kind = Approval['kind']
type ApprovalOf<K extends Kind> = Extract<Approval, { kind: K }>

/** Takes approvals as they come, for a test to answer one by one. */
class Inbox {
  /** All that were asked since it was last emptied. */
  asked: Approval[] = []
  #unread: Approval[] = []
  #waiting: ((approval: Approval) => void)[] = []
  /** Runs in place of the waiting, for the next approval only. */
  instead: ((approval: Approval) => unknown) | undefined

  readonly take = (approval: Approval): unknown => {
    this.asked.push(approval)
    const { instead } = this
    this.instead = undefined
    if (instead) return instead(approval)
    const waiting = this.#waiting.shift()
    if (waiting) waiting(approval)
    else this.#unread.push(approval)
    return undefined
  }

  /** The oldest that no test has taken yet. */
  async next<K extends Kind>(kind: K): Promise<ApprovalOf<K>> {
    const approval =
      this.#unread.shift() ?? (await new Promise<Approval>((resolve) => this.#waiting.push(resolve)))
    if (approval.kind !== kind) throw new Error(`asked for a ${approval.kind}, not for a ${kind}`)
    return approval as ApprovalOf<K>
  }

  /** An empty inbox, for the next turn. */
  clear(): void {
    this.asked = []
    this.#unread = []
    this.#waiting = []
  }
}

const PROMPT = 'play the script'

export class Scene {
  readonly inbox = new Inbox()
  /** What the CLI has sent since the last prompt. */
  seen: StdoutMessage[] = []
  readonly #stage: Stage
  readonly #turns: SentPrompt[] = []
  #session: Session | undefined

  private constructor(stage: Stage) {
    this.#stage = stage
  }

  static async open(stage: Stage, options: SessionOptions = {}): Promise<Scene> {
    const scene = new Scene(stage)
    scene.#session = await stage.open({
      onApproval: scene.inbox.take,
      ...options,
      onMessage: (message, text) => {
        scene.seen.push(message)
        options.onMessage?.(message, text)
      },
    })
    return scene
  }

  get session(): Session {
    if (!this.#session) throw new Error('the scene has no session yet')
    return this.#session
  }

  /** Ends what a failed test may have left, so that the next one starts from nothing. */
  async rest(): Promise<void> {
    if (!this.session.isBusy) return
    await this.session.interrupt()
    await Promise.all(this.#turns.map(({ result }) => result))
  }

  /** Lets the model answer a prompt with these replies, then with a short text, and sends the prompt. */
  play(...replies: Reply[]): SentPrompt {
    this.#stage.model.use({ scripts: [{ prompt: PROMPT, replies }] })
    this.seen = []
    this.inbox.clear()
    return this.send(PROMPT)
  }

  send(prompt: string): SentPrompt {
    const turn = this.session.send(prompt)
    this.#turns.push(turn)
    return turn
  }

  /** The messages of a type that were seen since the last prompt. */
  all<T extends StdoutMessage['type']>(type: T): Extract<StdoutMessage, { type: T }>[] {
    return this.seen.filter((message) => message.type === type) as Extract<StdoutMessage, { type: T }>[]
  }

  /** The modes that the CLI has told since the last prompt. */
  get modes(): string[] {
    return this.all('system').flatMap((message) =>
      message.subtype === 'status' && message.permissionMode ? [message.permissionMode] : [],
    )
  }

  /** The tool results of the last API request. */
  get results(): ToolResult[] {
    return toolResults(this.#stage.model)
  }

  /** Sets the mode, and waits until the CLI has told so too, which it does after its answer. */
  async setMode(mode: PermissionMode): Promise<void> {
    await this.session.setPermissionMode(mode)
    await this.settled()
  }

  /** Resolves when the CLI has answered something else: what it had to say before is there by then. */
  async settled(): Promise<void> {
    await this.session.mcpStatus()
  }
}

export interface ToolResult {
  readonly id: unknown
  readonly text: string
  readonly isError: boolean
}

/** The tool results that the model was given after what it said last. */
export function toolResults(model: Model): ToolResult[] {
  const messages = lastConversation(model)
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages
    .slice(last + 1)
    .flatMap(({ content }) => (Array.isArray(content) ? content.filter(isObject) : []))
    .filter(({ type }) => type === 'tool_result')
    .map(({ content, tool_use_id: id, is_error: isError }) => ({
      id,
      text: textOf(content),
      isError: isError === true,
    }))
}

/** The messages of the last request for the conversation itself. */
export function lastConversation(model: Model): JsonObject[] {
  const request = model.requests.findLast(isConversation)
  const body = request && isObject(request.body) ? request.body : {}
  return Array.isArray(body.messages) ? body.messages.filter(isObject) : []
}

export function isConversation({ path, side }: ModelRequest): boolean {
  return path === '/v1/messages' && !side
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((block) => (isObject(block) && typeof block.text === 'string' ? block.text : ''))
    .join('')
}
