/** The messages that a host writes to the CLI's stdin. */
import { contentCheck, type InputBlock } from './blocks.ts'
import {
  type ControlCancelMessage,
  type ControlResponseMessage,
  controlCancelShape,
  controlResponseShape,
} from './control/envelope.ts'
import { type HostControlRequest, hostControlRequestShape } from './control/to-cli.ts'
import type { JsonObject } from './json.ts'
import { type KeepAliveMessage, keepAliveShape } from './messages/notices.ts'
import { OneOf, type ShapeOf } from './shape.ts'

/** A prompt. The CLI runs each `uuid` once, however often it is sent. */
export interface UserInput {
  type: 'user'
  message: { role: 'user'; content: string | InputBlock[] }
  uuid?: string
  session_id?: string
  parent_tool_use_id?: string | null
  /** `now` ends the running turn, `next` (the default) joins it at the next tool, `later` waits for its end. */
  priority?: 'now' | 'next' | 'later'
  /** False: append the message to the conversation without calling the model. */
  shouldQuery?: boolean
  /** True: do not expand slash commands and `@` paths. */
  client_composed?: boolean
  isSynthetic?: boolean
  origin?: JsonObject
  timestamp?: string
  pasted_content?: unknown
  inline_pastes?: unknown
}
const userInputShape: ShapeOf<UserInput> = {
  message: { role: new OneOf('user'), content: contentCheck },
}

/** The CLI accepts it, but it does not change the environment of Bash. */
export interface UpdateEnvironmentInput {
  type: 'update_environment_variables'
  variables: { [name: string]: string }
}

/** A message from the host to the CLI. */
export type StdinMessage =
  | UserInput
  | HostControlRequest
  | ControlResponseMessage
  | ControlCancelMessage
  | KeepAliveMessage
  | UpdateEnvironmentInput
/** The type of a message from the host to the CLI. */
export type StdinType = StdinMessage['type']

type InputNamed<T> = Extract<StdinMessage, { type: T }>
export const stdinShapes: { [T in StdinType]: ShapeOf<InputNamed<T>> } = {
  user: userInputShape,
  control_request: hostControlRequestShape,
  control_response: controlResponseShape,
  control_cancel_request: controlCancelShape,
  keep_alive: keepAliveShape,
  update_environment_variables: { variables: {} },
}
