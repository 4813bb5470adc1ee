/**
 * Plays a script as a CLI. Its owner passes it the host's lines, the end of the input and signals; it writes until it reaches a
 * gate that is not met, and continues when it is. It ends as the recorded process did, or with the input.
 *
 * A host that does things in another order must not wait forever. While the player waits at a gate, it answers at once any
 * request whose response comes later in the recording; and it skips a request that the host did not make when the host sends a
 * later prompt.
 */
import { isObject, type JsonObject, parseObject } from '../../protocol/json.ts'
import type { LikeEnding } from '../end-as.ts'
import { answerTo, Ids } from './ids.ts'
import { type EmitStep, type GateStep, isQuestion, type Question, type Script, type Step } from './script.ts'

export interface PlayerOptions {
  readonly write: (stream: 'out' | 'err', text: string) => void
  /** Called with what the person who replays should know. */
  readonly note: (text: string) => void
  readonly end: (ending: LikeEnding) => void
  /** 1: with the pauses of the recording; 2: twice as fast. Omitted: no pauses. */
  readonly speed?: number
  /** The session id that the host requested. */
  readonly sessionId?: string
}

const SIGNAL_CODES: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

export class Player {
  readonly #script: Script
  readonly #options: PlayerOptions
  readonly #ids = new Ids()
  readonly #gates: readonly GateStep[]
  /** The recorded responses to the host's requests, by the recorded id. */
  readonly #answers = new Map<string, EmitStep>()
  /** Requests that the host made and that have no response yet. */
  readonly #unanswered = new Set<string>()
  /** The host's id for each recorded request that it has made. */
  readonly #made = new Map<string, string>()
  readonly #prompts = new Set<string>()
  #position = 0
  #latestPrompt = -1
  #timer: NodeJS.Timeout | undefined
  #isPaused = false
  #inputEnded = false
  #isOver = false

  constructor(script: Script, options: PlayerOptions) {
    this.#script = script
    this.#options = options
    this.#gates = script.steps.filter((step) => step.kind === 'gate').sort((a, b) => a.order - b.order)
    const asked = new Set(this.#gates.map(({ gate }) => (gate.for === 'request' ? gate.id : undefined)))
    for (const step of script.steps)
      if (step.kind === 'emit' && step.answers !== undefined && asked.has(step.answers))
        this.#answers.set(step.answers, this.#answers.get(step.answers) ?? step)
    if (script.sessionId !== undefined && options.sessionId !== undefined)
      this.#ids.session(script.sessionId, options.sessionId)
  }

  /** Writes as much as it can. Call it at the start, and after all lines that arrived together. */
  play(): void {
    while (!this.#isOver && this.#timer === undefined && this.#takes(this.#script.steps[this.#position]))
      this.#position += 1
  }

  /** Returns false if the player cannot continue now. */
  #takes(step: Step | undefined): boolean {
    switch (step?.kind) {
      case 'gate':
        if (this.#passes(step)) return true
        this.#wait(step)
        return false
      case 'emit':
        if (this.#pauses(step)) return false
        this.#emit(step)
        return true
      case 'exit':
        this.#end(endingOf(step.code, step.signal))
        return false
      default:
        if (this.#inputEnded) this.#end({ code: 0 })
        return false
    }
  }

  line(line: string): void {
    const message = parseObject(line)
    if (message === undefined) {
      this.#options.note('the host wrote a line that is no JSON object; a CLI ends at that')
      this.#end({ code: 1 })
    } else if (message.type === 'user') this.#prompt(message)
    else if (message.type === 'control_request') this.#request(message)
    else if (message.type === 'control_response') this.#answer(message)
  }

  inputEnd(): void {
    this.#inputEnded = true
    for (const step of this.#open()) if (step.gate.for === 'input-end') step.isMet = true
    this.play()
  }

  signal(signal: string): void {
    const step = this.#open().find(({ gate }) => gate.for === 'signal')
    if (step) {
      step.isMet = true
      this.play()
    }
    this.#end({ code: SIGNAL_CODES[signal] ?? 1 })
  }

  #prompt(message: JsonObject): void {
    const { uuid } = message
    if (typeof uuid === 'string') {
      if (this.#prompts.has(uuid)) return
      this.#prompts.add(uuid)
    }
    const step = this.#open().find(({ gate }) => gate.for === 'prompt')
    if (step?.gate.for !== 'prompt') {
      this.#options.note('the recording has no further prompt')
      return
    }
    if (step.gate.uuid !== undefined && typeof uuid === 'string') this.#ids.prompt(step.gate.uuid, uuid)
    if (!this.#script.isRedacted && !isSame(contentOf(message), contentOf(step.gate.message)))
      this.#options.note('the prompt is not the recorded one; what follows is as recorded')
    this.#latestPrompt = Math.max(this.#latestPrompt, step.order)
    step.isMet = true
  }

  #request(message: JsonObject): void {
    const { request_id: id, request } = message
    if (typeof id !== 'string' || !isObject(request)) return
    const subtype = String(request.subtype)
    if (isQuestion(subtype)) this.#ask(id, subtype, request)
    else this.#act(id, subtype, request)
  }

  #act(id: string, subtype: string, request: JsonObject): void {
    const steps = this.#gates.filter(({ gate }) => gate.for === 'request' && gate.subtype === subtype)
    const step = steps.find(({ gate }) => gate.for === 'request' && !this.#made.has(gate.id))
    if (step?.gate.for !== 'request') {
      this.#refuse(id, subtype)
      return
    }
    const { gate } = step
    this.#made.set(gate.id, id)
    this.#unanswered.add(gate.id)
    if (subtype === 'initialize') this.#ids.hooks(gate.request, request)
    else if (!this.#script.isRedacted && !isSame(gate.request, request))
      this.#options.note(`${subtype} is not asked as recorded; what follows is as recorded`)
    // The player has skipped this request: its place in the script is past.
    if (step.isMet) this.#answerMade(gate.id)
    step.isMet = true
  }

  #ask(id: string, subtype: string, request: JsonObject): void {
    const all = this.#script.questions.filter((it) => it.subtype === subtype)
    const fits = (it: Question) => isSame(it.request, request)
    const fresh = all.filter(({ isUsed }) => !isUsed)
    // The host may ask the same question more often than in the recording.
    const found = fresh.find(fits) ?? fresh[0] ?? all.findLast(fits) ?? all.at(-1)
    if (found === undefined) {
      this.#refuse(id, subtype)
      return
    }
    found.isUsed = true
    if (found.answer) this.#write(JSON.stringify(answerTo(id, found.answer)))
  }

  #refuse(id: string, subtype: string): void {
    const error = `the recording has no ${subtype} that was not asked before`
    this.#options.note(`the host sends ${subtype}: ${error}`)
    this.#write(
      JSON.stringify({ type: 'control_response', response: { subtype: 'error', request_id: id, error } }),
    )
  }

  #answer({ response }: JsonObject): void {
    if (!isObject(response)) return
    const { request_id: id } = response
    const step = this.#open().find(({ gate }) => gate.for === 'answer' && gate.id === id)
    if (step?.gate.for !== 'answer') return
    const [now, recorded] = [decisionIn(response), decisionIn(step.gate.response)]
    if (now !== recorded)
      this.#options.note(`the host answers ${now}, in the recording ${recorded}; what follows is as recorded`)
    step.isMet = true
  }

  /** The gates that are not met, in the order of the recording. */
  #open(): GateStep[] {
    return this.#gates.filter(({ isMet }) => !isMet)
  }

  #passes(step: GateStep): boolean {
    if (step.isMet) return true
    if (step.gate.for !== 'request' || step.order > this.#latestPrompt) return false
    this.#options.note(`the recording has ${step.gate.subtype} here, which the host did not send; going on`)
    step.isMet = true
    return true
  }

  #wait({ gate }: GateStep): void {
    for (const id of [...this.#unanswered]) this.#answerMade(id)
    if (!this.#inputEnded || this.#isOver) return
    this.#options.note(`the input ended where the recording waits for ${nameOf(gate)}`)
    this.#end({ code: 0 })
  }

  #answerMade(recorded: string): void {
    const step = this.#answers.get(recorded)
    if (step) this.#emit(step)
    // A request that the CLI never answered is not looked for again.
    this.#unanswered.delete(recorded)
  }

  /** Returns true if it is too early for the step. */
  #pauses(step: EmitStep): boolean {
    const { speed = 0 } = this.#options
    if (speed <= 0 || step.isDone || this.#isPaused) {
      this.#isPaused = false
      return false
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#isPaused = true
      this.play()
    }, step.delay / speed)
    return true
  }

  #emit(step: EmitStep): void {
    if (step.isDone) return
    step.isDone = true
    const { kind, line, cut, bytes } = step.entry
    if (bytes !== undefined) this.#options.note(`a line of ${bytes} bytes was not recorded whole`)
    if (kind === 'err') {
      this.#options.write('err', cut ? line : `${line}\n`)
      return
    }
    const id = step.answers
    if (id === undefined || !this.#answers.has(id)) {
      this.#write(line, cut)
      return
    }
    const made = this.#made.get(id)
    const message = parseObject(line)
    // The player has skipped the request: nobody waits for the response yet.
    if (made === undefined || message === undefined) step.isDone = false
    else this.#write(JSON.stringify(answerTo(made, message)), cut)
    this.#unanswered.delete(id)
  }

  #write(line: string, cut = false): void {
    this.#options.write('out', `${this.#ids.apply(line)}${cut ? '' : '\n'}`)
  }

  #end(ending: LikeEnding): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#options.end(ending)
  }
}

function endingOf(code: number | null, signal: string | null): LikeEnding {
  return signal === null ? { code: code ?? 0 } : { signal }
}

function nameOf(gate: GateStep['gate']): string {
  switch (gate.for) {
    case 'prompt':
      return 'a prompt'
    case 'request':
      return gate.subtype
    case 'answer':
      return `the answer to ${gate.id}`
    case 'signal':
      return gate.signal
    default:
      return 'its end'
  }
}

function contentOf({ message }: JsonObject): unknown {
  const content = isObject(message) ? message.content : undefined
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function decisionIn({ subtype, response }: JsonObject): string {
  const behavior = isObject(response) ? response.behavior : undefined
  return typeof behavior === 'string' ? behavior : String(subtype)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  )
}
