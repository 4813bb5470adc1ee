/** Shows the messages of one turn on a screen, as they come. */
import type { ToolResultBlock, ToolUseBlock } from '../../protocol/blocks.ts'
import type { AssistantMessage, StreamEventMessage } from '../../protocol/messages/assistant.ts'
import type { UserMessage } from '../../protocol/messages/user.ts'
import type { StdoutMessage } from '../../protocol/stdout.ts'
import { shorten } from '../style.ts'
import { noticeOf } from './notices.ts'
import type { Screen } from './screen.ts'
import { resultText, tellingPart } from './tool-line.ts'

/** Tools that are shown as the question that they are. */
const ASKED = new Set(['AskUserQuestion', 'ExitPlanMode'])

export class Show {
  readonly #screen: Screen
  readonly #running = new Map<string, { call: ToolUseBlock; isInner: boolean }>()
  /** What was streamed of the block that its message will repeat. */
  #streamed = ''

  constructor(screen: Screen) {
    this.#screen = screen
  }

  message(message: StdoutMessage): void {
    switch (message.type) {
      case 'stream_event':
        this.#stream(message)
        break
      case 'assistant':
        this.#assistant(message)
        break
      case 'user':
        this.#user(message)
        break
      case 'tool_progress':
        this.#progress(message.tool_name, message.elapsed_time_seconds)
        break
      default:
        this.#notice(message)
    }
  }

  #notice(message: StdoutMessage): void {
    const notice = noticeOf(message)
    if (notice?.passing) this.#screen.status(notice.text)
    else if (notice) this.#screen.line(this.#screen.style[notice.colour](notice.text))
  }

  #stream({ event, parent_tool_use_id: parent }: StreamEventMessage): void {
    if (parent) return
    if (event.type === 'content_block_start') {
      this.#streamed = ''
      if (event.content_block.type === 'thinking') this.#screen.status('thinking …')
    }
    if (event.type === 'content_block_stop') this.#screen.endText()
    if (event.type !== 'content_block_delta') return
    const { delta } = event
    if (delta.type !== 'text_delta') return
    this.#streamed += delta.text
    this.#screen.text(delta.text)
  }

  #assistant({ message: { content }, parent_tool_use_id: parent }: AssistantMessage): void {
    for (const block of content) {
      if (block.type === 'tool_use') this.#call(block, Boolean(parent))
      else if (!parent && block.type === 'text') this.#text(block.text)
      else if (!parent && block.type === 'thinking') this.#thinking(block.thinking)
    }
  }

  /** Only what was not streamed before: nothing, as a rule. */
  #text(text: string): void {
    const rest = text.startsWith(this.#streamed) ? text.slice(this.#streamed.length) : text
    this.#streamed = ''
    if (rest === '') return
    this.#screen.text(rest)
    this.#screen.endText()
  }

  #thinking(text: string): void {
    if (text.trim() === '') return
    this.#screen.line(this.#screen.style.dim(`✻ ${shorten(text, this.#screen.width - 3)}`))
  }

  #call(call: ToolUseBlock, isInner: boolean): void {
    this.#running.set(call.id, { call, isInner })
    if (!ASKED.has(call.name)) this.#screen.status(`… ${call.name} ${tellingPart(call.input)}`)
  }

  #progress(name: string, seconds: number): void {
    this.#screen.status(`… ${name} ${Math.round(seconds)} s`)
  }

  #user({ message: { content }, isReplay }: UserMessage): void {
    if (isReplay || typeof content === 'string') return
    for (const block of content) if (block.type === 'tool_result') this.#result(block)
  }

  #result(result: ToolResultBlock): void {
    const known = this.#running.get(result.tool_use_id)
    if (known === undefined) return
    this.#running.delete(result.tool_use_id)
    const { style, width } = this.#screen
    const { call, isInner } = known
    const failed = result.is_error === true
    const indent = isInner ? '  ' : ''
    const room = width - indent.length - call.name.length - 14
    const input = shorten(tellingPart(call.input), failed ? Math.ceil(room / 2) : room)
    const reason = failed ? `: ${shorten(resultText(result), room - input.length)}` : ''
    const fate = failed ? style.red(`failed${reason}`) : style.green('ok')
    const told = [style.cyan('●'), style.bold(call.name), input, fate].filter((part) => part !== '')
    this.#screen.line(`${indent}${told.join(' ')}`)
  }
}
