export { SECRET_HEADER, SIGN_IN_AGAIN } from './browser-access.ts'
export * from './client.ts'
export type * from './commands.ts'
export { type ConnectLiveOptions, connectLive } from './connect-live.ts'
export { EarlierItems, ITEMS_IN_PAGE } from './earlier-items.ts'
export { ApiError, ERROR_STATUS, type ErrorBody, type ErrorCode } from './errors.ts'
export * from './live.ts'
export { openApi } from './openapi.ts'
export type * from './resources.ts'
export {
  type AnswerOf,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
  type RouteName,
  routes,
} from './routes.ts'
export type { WebSocketClass, WebSocketInit, WebSocketLike } from './runtime.ts'
export type { AuthenticateMessage, ClientMessage, ServerMessage } from './stream.ts'
