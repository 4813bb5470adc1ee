/** Lays out the screen. Pure, except for the cache of the transcript. */
import type { Connection } from '../../../api/live-state.ts'
import type { ApprovalView } from '../../../api/resources.ts'
import { formatDuration } from '../../../state/format/duration.ts'
import { callById } from '../../../state/select.ts'
import { textOfContent } from '../../../state/turns/prompts.ts'
import { count } from '../../show/words.ts'
import { printable, textWidth } from '../../terminal/cells.ts'
import { ALARM, BAR, bold, cyan, dim, green, red, yellow } from '../../terminal/style.ts'
import { shorten, truncate } from '../../terminal/truncate.ts'
import { approvalOf, editorOf, holder, isBusy, queueOf, summaryOf, WIDE } from '../model/looking.ts'
import { bottomTop } from '../model/scroll.ts'
import type { Ui, World } from '../model/ui-state.ts'
import { Frame } from '../screen/frame.ts'
import type { TranscriptLines } from '../transcript/transcript-lines.ts'
import { approvalPanel, type Panel } from './approval-view.ts'
import { drawChanges } from './changes-view.ts'
import { dialogLines } from './dialog-view.ts'
import { editorLines } from './editor-lines.ts'
import { type Area, drawList } from './list-view.ts'
import { headLine, spread, statusLine } from './session-head.ts'

export interface Shown {
  readonly ui: Ui
  readonly world: World
  readonly transcript: TranscriptLines
  readonly connection: Connection
  readonly lostAt: number
  /** The list of sessions has arrived. */
  readonly isListKnown: boolean
  /** Why the shown session no longer exists. */
  readonly gone: string | undefined
}
export interface Drawn {
  readonly frame: Frame
  readonly height: number
}

const MIN_TRANSCRIPT = 3
const MAX_COMPOSER = 8
const MAX_QUEUE = 3

export function draw(shown: Shown): Drawn {
  const { ui, world } = shown
  const { columns, rows } = world
  const frame = new Frame(columns, rows)
  const top = drawConnection(frame, shown)
  const isWide = columns >= WIDE
  const listWidth = isWide ? Math.max(28, Math.min(42, Math.floor(columns * 0.28))) : columns
  const body = { row: top, height: rows - top }
  if (isWide || ui.focus === 'list') {
    const area = { ...body, column: 0, width: listWidth, height: body.height - 1 }
    const { sessions, approvals, now } = world
    drawList(frame, area, {
      sessions,
      approvals,
      selected: ui.session,
      hasFocus: ui.focus === 'list',
      now,
      isKnown: shown.isListKnown,
      isByState: ui.isByState,
    })
    frame.put(rows - 1, 0, dim(' ? help · n new · q quit'), { width: listWidth })
  }
  let height = 0
  if (isWide || ui.focus === 'session') {
    const column = isWide ? listWidth + 1 : 0
    if (isWide) for (let row = top; row < rows; row++) frame.put(row, listWidth, dim('│'))
    height = drawSession(frame, { ...body, column, width: columns - column }, shown)
  } else if (ui.flash) drawFlash(frame, { row: rows - 1, column: 0, width: columns, height: 1 }, ui)
  drawDialog(frame, shown)
  return { frame, height }
}

function drawConnection(frame: Frame, { connection, lostAt, world }: Shown): number {
  if (connection.status === 'connected' || lostAt === 0) return 0
  const words =
    connection.status === 'waiting'
      ? `Connection lost (${shorten(connection.reason, 60)}). Reconnecting, attempt ${connection.attempt}…`
      : 'Connection lost. Reconnecting…'
  const text = ` ${words} Last update ${formatDuration(world.now - lostAt)} ago.`
  frame.put(0, 0, text, { under: ALARM })
  return 1
}

function drawSession(frame: Frame, area: Area, shown: Shown): number {
  const { ui, world, gone } = shown
  const { row, column, width, height } = area
  const summary = summaryOf(ui, world)
  if (ui.dialog?.type === 'changes') {
    drawChanges(frame, area, ui.dialog, ui.flash)
    return 0
  }
  if (ui.session === undefined) {
    frame.put(row + 1, column + 2, dim('No session selected. Press n to start one.'))
    return 0
  }
  frame.put(row, column, ` ${headLine(summary, world.state, width - 2, world.home)}`, { width, under: BAR })
  const end = row + height
  const statusNow = shown.lostAt > 0 ? shown.lostAt : world.now
  const status =
    gone === undefined ? statusLine(summary, world.state, width - 2, statusNow) : red(shorten(gone, 300))
  frame.put(end - 1, column, ` ${status}`, { width })
  const composer = drawComposer(frame, { row: row + 1, column, width, height: height - 2 }, shown)
  const queue = drawQueue(frame, { row: row + 1, column, width, height: composer - row - 1 }, shown)
  const panel = drawApproval(frame, { row: row + 1, column, width, height: queue - row - 1 }, shown)
  const room = { row: row + 1, column, width, height: Math.max(0, panel - row - 1) }
  drawTranscript(frame, room, shown)
  return room.height
}

/** Returns its first row, as the functions below do. */
function drawComposer(frame: Frame, area: Area, { ui, world }: Shown): number {
  const { column, width, height } = area
  const has = holder(ui, world)
  const editor = editorOf(ui)
  const most = Math.max(1, Math.min(MAX_COMPOSER, height - MIN_TRANSCRIPT))
  const { lines, cursor } = editorLines(editor, width - 4, most)
  const start = area.row + height - lines.length
  const isHere = has.type === 'composer'
  const placeholder =
    has.type === 'approval'
      ? 'Press i to write a message'
      : ui.focus === 'list'
        ? 'Press Tab or i to write a message'
        : 'Write a message'
  for (const [index, line] of lines.entries()) {
    const mark = index === 0 ? (isHere ? cyan('❯') : dim('❯')) : ' '
    const text = editor.text === '' ? dim(placeholder) : isHere ? line : dim(line)
    frame.put(start + index, column, ` ${mark} ${text}`, { width })
  }
  if (isHere) frame.cursor = { row: start + cursor.row, column: column + 3 + cursor.column }
  const hint = composerHint(ui, world, isHere)
  const rule = dim('─'.repeat(Math.max(0, width - (hint === '' ? 0 : textWidth(hint) + 2))))
  frame.put(start - 1, column, hint === '' ? rule : `${rule} ${hint}`, { width })
  if (ui.flash) drawFlash(frame, { row: start - 1, column, width, height: 1 }, ui)
  return start - 1
}

function composerHint(ui: Ui, world: World, isHere: boolean): string {
  const others = world.sessions.filter(({ group, id }) => group === 'needs-you' && id !== ui.session).length
  const elsewhere = others > 0 ? yellow(`${others} more ${others === 1 ? 'needs' : 'need'} you · Ctrl-G`) : ''
  const here = isHere ? dim(keysHere(ui, world)) : ''
  return [elsewhere, here].filter((part) => part !== '').join(dim(' · '))
}

function keysHere(ui: Ui, world: World): string {
  const { text } = editorOf(ui)
  if (text === 'q') return 'q is text here · Tab, then q quits'
  if (ui.isWriting && approvalOf(ui, world)) return yellow('Esc, then decide')
  if (text !== '') return 'Enter send · Alt-Enter new line'
  return `Tab list · ${isBusy(world) ? 'Esc interrupt · ' : ''}? help`
}

function drawFlash(frame: Frame, { row, column, width }: Area, { flash }: Ui): void {
  if (!flash) return
  const paint = flash.level === 'error' ? red : green
  frame.put(row, column, ` ${paint(truncate(shorten(flash.text, 500), width - 2))} `, { width })
}

function drawQueue(frame: Frame, { row, column, width, height }: Area, { world }: Shown): number {
  const queue = queueOf(world)
  const lines = queue
    .slice(0, MAX_QUEUE)
    .map(({ content }) => truncate(` ${yellow('≡')} ${dim(shorten(textOfContent(content), 300))}`, width))
  if (queue.length > MAX_QUEUE) lines.push(dim(`   … ${queue.length - MAX_QUEUE} more`))
  if (lines.length > 0)
    lines[0] = spread(truncate(lines[0] ?? '', width - 16), dim('queued · Ctrl-Q '), width)
  const shown = lines.slice(0, Math.max(0, height - MIN_TRANSCRIPT))
  const start = row + height - shown.length
  for (const [index, line] of shown.entries()) frame.put(start + index, column, line, { width })
  return start
}

function drawApproval(frame: Frame, { row, column, width, height }: Area, { ui, world }: Shown): number {
  const view = approvalOf(ui, world)
  if (!view || ui.approval?.id !== view.id) return row + height
  const has = holder(ui, world).type === 'approval'
  const panel = approvalPanel(view, ui.approval, width - 2, isPlanShown(view, world))
  const more = world.approvals.filter(({ session, id }) => session === view.session && id !== view.id).length
  const keys = has ? keyLines(panel, width - 3) : [focusHint(ui)]
  const room = Math.max(0, height - MIN_TRANSCRIPT - 1 - panel.step.length - keys.length)
  const about = fitted(panel.about, Math.min(room, Math.max(6, Math.floor(height * 0.6))))
  const lines = [...about, ...panel.step, ...keys]
  const start = Math.max(row, row + height - lines.length - 1)
  const title = ` ${panel.title}${more > 0 ? ` · ${more} more` : ''} `
  const paint = has ? yellow : dim
  const rule = `━━${truncate(title, width - 4)}`
  frame.put(start, column, paint(bold(`${rule}${'━'.repeat(Math.max(0, width - textWidth(rule)))}`)), {
    width,
  })
  for (const [index, line] of lines.entries())
    frame.put(start + 1 + index, column, has ? `${yellow('┃')} ${line}` : `  ${dim(printable(line))}`, {
      width,
    })
  if (has && panel.cursor)
    frame.cursor = {
      row: start + 1 + about.length + panel.cursor.row,
      column: column + 2 + panel.cursor.column,
    }
  return start
}

/** A card without the keys shows none: they would do something else. */
function focusHint({ focus }: Ui): string {
  return focus === 'list' ? 'Press Tab to decide' : 'Press Esc to decide'
}

function isPlanShown({ request }: ApprovalView, { state }: World): boolean {
  const { tool_use_id: id } = request
  const call = typeof id === 'string' ? callById(state, id) : undefined
  return call?.kind === 'plan' && call.plan !== ''
}

function fitted(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines
  if (most <= 0) return []
  return [
    ...lines.slice(0, most - 1),
    dim(`… ${count(lines.length - most + 1, 'more line')} (E opens all in $EDITOR)`),
  ]
}

function keyLines({ keys }: Panel, width: number): string[] {
  const lines = ['']
  for (const [key, words] of keys) {
    const part = `${cyan(bold(key))} ${words}`
    const last = lines.at(-1) ?? ''
    const joined = last === '' ? part : `${last}   ${part}`
    if (textWidth(joined) <= width) lines[lines.length - 1] = joined
    else lines.push(part)
  }
  return lines
}

function drawTranscript(frame: Frame, { row, column, width, height }: Area, shown: Shown): void {
  const { ui, world, transcript, gone } = shown
  transcript.use(world.state, { width: width - 2, isDetailed: ui.isDetailed, now: world.now }, world.earlier)
  const lineCount = (item: number) => transcript.lines(item).length
  if (world.state.seq === 0) {
    const words = gone ?? (world.isConnected ? 'Loading…' : 'Not loaded yet')
    frame.put(row + 1, column + 1, dim(words), { width: width - 2 })
    return
  }
  const end = bottomTop(height, transcript.count, lineCount)
  const from = ui.scroll ?? end ?? { item: 0, line: 0 }
  let at = row
  let skip = from.line
  for (let item = from.item; item < transcript.count && at < row + height; item++) {
    for (const line of transcript.lines(item).slice(skip)) {
      if (at >= row + height) break
      frame.put(at, column + 1, line, { width: width - 2 })
      at += 1
    }
    skip = 0
  }
  if (!ui.scroll || height < 2) return
  const part = Math.round((100 * from.item) / Math.max(1, transcript.count))
  const note = ` ${part} % · End: latest `
  frame.put(row + height - 1, column + width - textWidth(note) - 1, yellow(note))
}

function drawDialog(frame: Frame, { ui, world }: Shown): void {
  if (!ui.dialog || ui.dialog.type === 'changes') return
  const isSmall = frame.columns < 40
  const most = frame.columns - (isSmall ? 2 : 8)
  const width = Math.min(most, ui.dialog.type === 'help' && most >= 114 ? 112 : 76)
  const { title, lines, hint, cursor, at = 0, from: wanted } = dialogLines(ui.dialog, world, width - 4)
  const room = Math.max(1, frame.rows - 4)
  const from = Math.max(0, Math.min(wanted ?? at - Math.floor(room / 2), lines.length - room))
  const shown = lines.slice(from, from + room)
  const row = Math.max(0, Math.floor((frame.rows - shown.length - 2) / 2))
  const column = Math.floor((frame.columns - width) / 2)
  const edge = (left: string, text: string, right: string) => {
    const inner = truncate(text, width - 4)
    return `${cyan(`${left}─`)}${inner}${cyan(`${'─'.repeat(Math.max(0, width - 3 - textWidth(inner)))}${right}`)}`
  }
  frame.put(row, column, edge('┌', ` ${bold(title)} `, '┐'))
  for (const [index, line] of shown.entries()) {
    const gap = ' '.repeat(Math.max(0, width - 4 - textWidth(line)))
    frame.put(row + 1 + index, column, `${cyan('│')} ${truncate(line, width - 4)}${gap} ${cyan('│')}`)
  }
  frame.put(row + 1 + shown.length, column, edge('└', ` ${dim(hint)} `, '┘'))
  frame.cursor = cursor && { row: row + 1 + cursor.row - from, column: column + 2 + cursor.column }
}
