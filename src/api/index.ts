export { SECRET_HEADER, SIGN_IN_AGAIN } from './browser-access.ts'
export { ApiClient, type ApiClientOptions, type CallOf, type Fetch } from './client.ts'
export type * from './commands.ts'
export { type ConnectLiveOptions, connectLive } from './connect-live.ts'
export { EarlierItems, ITEMS_IN_PAGE } from './earlier-items.ts'
export { ApiError, type ApiErrorCode, ERROR_STATUS, type ErrorBody } from './errors.ts'
export type { FleetNode, FleetStatus } from './fleet.ts'
export * from './live.ts'
export type * from './live-state.ts'
export type * from './resources.ts'
export type { CommitCommand, PullRequestCommand, PushCommand, RevertCommand, StageCommand } from './review.ts'
export * from './review-comments.ts'
export type { ReviewDiff, ReviewFiles, ReviewScope } from './review-files.ts'
export type { AnswerOf, BodyOf, ParamsOf, QueryOf, ResultOf, RouteName } from './routes.ts'
export type { WebSocketClass, WebSocketInit, WebSocketLike } from './runtime.ts'
export type * from './socket.ts'
export type { AuthenticateMessage, ClientMessage, ServerMessage } from './stream.ts'
export type {
  CheckpointDiff,
  CheckpointList,
  MergeKind,
  MergePreview,
  NewWorktree,
  ProjectSettings,
  ProjectView,
  Worktree,
  WorktreeList,
  WorktreeStatus,
  WorktreeTrash,
} from './work.ts'
