/** Waits that are not the model's: retries, compaction, limits, hooks, login, tasks: what liveness says, step by step. */
import { describe } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import {
  begins,
  heard,
  holds,
  hook,
  prompted,
  refused,
  retry,
  system,
} from '../../../test/state/liveness-rows.ts'

describe('liveness, step by step', () => {
  holds({
    'R-LIVE-14 an API retry: within its delay nothing stalls, after it the model is awaited': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(retry(3, 5000)), 'thinking: API retry 3/10 · next in 5 s'],
      [2, null, 'thinking: API retry 3/10 · next in 4 s'],
      [7, null, 'thinking: API retry 3/10 · 6 s'],
      [8, heard(retry(4, 400_000)), 'thinking: API retry 4/10 · next in 6 m 40 s'],
      [407, null, 'thinking: API retry 4/10 · next in 1 s'],
      [527, null, 'thinking: API retry 4/10 · 8 m 39 s'],
      [538, null, 'stalled: Stalled · 2 m 10 s'],
      [539, heard(say.messageStart), 'thinking: Waiting for the model · 8 m 51 s'],
      [540, heard(say.textDelta('a')), 'streaming: Writing · 0 s'],
    ],
    'an API retry voids what was written; it ends with the result, an assistant message, an interrupt': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(say.messageStart, say.textDelta('a')), 'streaming: Writing · 0 s'],
      [
        2,
        heard(retry(1, 500, { error_status: null, error: 'unknown' })),
        'thinking: API retry 1/10 · next in 1 s',
      ],
      [3, heard(say.assistant('a')), 'thinking: Waiting for the model · 0 s'],
      [4, heard(retry(1, 9000)), 'thinking: API retry 1/10 · next in 9 s'],
      [5, heard(say.aborted('aborted_streaming')), 'idle: Idle · 0 s'],
    ],
    'the retries of old CLIs': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [
        1,
        heard(system('api_error', { retryAttempt: 2, maxRetries: 5, retryInMs: 3000 })),
        'thinking: API retry 2/5 · next in 3 s',
      ],
      [2, heard(system('api_error')), 'thinking: API retry 1/1 · 0 s'],
    ],
    'R-LIVE-15 compacting until the status is null, however long': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(system('status', { status: 'compacting' })), 'thinking: Compacting · 0 s'],
      [400, null, 'thinking: Compacting · 6 m 39 s'],
      [
        401,
        heard(system('status', { status: null, compact_result: 'success' })),
        'thinking: Waiting for the model · 6 m 41 s',
      ],
      [402, heard(system('status', { status: 'compacting' })), 'thinking: Compacting · 0 s'],
      [
        403,
        heard(system('compact_boundary', { compact_metadata: {} })),
        'thinking: Waiting for the model · 6 m 43 s',
      ],
      [
        404,
        heard(system('status', { status: 'compacting' }), say.result('', { num_turns: 0 })),
        'idle: Idle · 0 s',
      ],
    ],
    'R-LIVE-16 a rate limit, until its time is over': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [
        1,
        heard({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 900 } }),
        'thinking: Rate limit until t900',
      ],
      [600, null, 'thinking: Rate limit until t900'],
      [900, null, 'thinking: Waiting for the model · 15 m'],
      [1030, null, 'stalled: Stalled · 2 m 10 s'],
      [
        1031,
        heard(say.result('You have hit your limit', { is_error: true })),
        'error: Error: You have hit your limit',
      ],
    ],
    'R-LIVE-16 a rate limit is over when the model answers, or the CLI says so': [
      [0, begins, 'ready: Ready · 0 s'],
      [
        1,
        heard({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 900 } }),
        'ready: Rate limit until t900',
      ],
      [2, (line) => line.prompt('p1').hear(say.init(['p1'])), 'thinking: Rate limit until t900'],
      [3, heard(say.messageStart), 'thinking: Waiting for the model · 1 s'],
      [
        4,
        heard({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected' } }),
        'thinking: Rate limit · 0 s',
      ],
      [
        5,
        heard({ type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } }),
        'thinking: Waiting for the model · 3 s',
      ],
      [
        6,
        heard({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', isUsingOverage: true } }),
        'thinking: Waiting for the model · 4 s',
      ],
      [7, heard(say.result('done')), 'idle: Idle · 0 s'],
      [
        8,
        heard({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 60 } }),
        'idle: Rate limit until t60',
      ],
      [60, null, 'idle: Idle · 53 s'],
    ],
    'R-LIVE-12 a hook of the host that does not answer': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, (line) => line.asked('h1', hook), 'thinking: PreToolUse hook · 0 s'],
      [400, null, 'thinking: PreToolUse hook · 6 m 39 s'],
      [401, (line) => line.asked('h2', hook), 'thinking: PreToolUse hook and 1 more · 6 m 40 s'],
      [402, (line) => line.answer('h1', {}), 'thinking: PreToolUse hook · 1 s'],
      [403, (line) => line.withdrawn('h2'), 'thinking: Waiting for the model · 6 m 43 s'],
    ],
    'a hook that the CLI runs itself': [
      [0, begins, 'ready: Ready · 0 s'],
      [
        1,
        heard(
          system('hook_started', { hook_id: 'x', hook_name: 'SessionStart:a', hook_event: 'SessionStart' }),
        ),
        'ready: SessionStart hook · 0 s',
      ],
      [
        3,
        heard(
          system('hook_response', { hook_id: 'x', hook_name: 'SessionStart:a', hook_event: 'SessionStart' }),
        ),
        'ready: Ready · 3 s',
      ],
    ],
    'R-LIVE-17 authenticating, in any state': [
      [0, (line) => line.start(), 'starting: Starting · 0 s'],
      [
        1,
        heard({ type: 'auth_status', isAuthenticating: true, output: ['open …'] }),
        'starting: Signing in · 0 s',
      ],
      [200, null, 'starting: Signing in · 3 m 19 s'],
      [201, heard({ type: 'auth_status', isAuthenticating: false }), 'starting: Starting · 3 m 21 s'],
      [202, (line) => line.ask('a', 'initialize').answered('a', {}), 'ready: Ready · 0 s'],
      [203, heard({ type: 'auth_status', isAuthenticating: true }), 'ready: Signing in · 0 s'],
      [
        204,
        heard({ type: 'auth_status', isAuthenticating: false, error: 'denied' }),
        'error: Error: authentication failed: denied',
      ],
      [205, heard({ type: 'auth_status', isAuthenticating: false }), 'ready: Ready · 3 s'],
      [206, (line) => line.prompt('p1').hear(say.init(['p1'])), 'thinking: Waiting for the model · 0 s'],
      [207, heard({ type: 'auth_status', isAuthenticating: true }), 'thinking: Signing in · 0 s'],
      [208, heard({ type: 'auth_status', isAuthenticating: false }), 'thinking: Waiting for the model · 2 s'],
      [209, (line) => line.asked('o', { subtype: 'oauth_token_refresh' }), 'thinking: Signing in · 0 s'],
      [210, (line) => line.answer('o', {}), 'thinking: Waiting for the model · 4 s'],
    ],
    'authenticating ends with its process': [
      [0, begins, 'ready: Ready · 0 s'],
      [1, heard({ type: 'auth_status', isAuthenticating: true }), 'ready: Signing in · 0 s'],
      [2, (line) => line.exit(), 'disconnected: Ended · 0 s'],
      [3, (line) => line.start(2), 'starting: Starting · 0 s'],
    ],
    'R-LIVE-6 repeated authentication failures': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(refused()), 'error: Error: Invalid API key'],
      [2, (line) => line.prompt('p2').hear(say.init(['p2'])), 'thinking: Waiting for the model · 0 s'],
      [
        3,
        heard({ ...say.assistant('x'), error: 'authentication_failed' }, refused({ api_error_status: null })),
        'error: Error: authentication failed 2 times in a row: Invalid API key',
      ],
      [
        4,
        (line) => line.prompt('p3', '/cost').hear(say.init(['p3']), say.result('', { num_turns: 0 })),
        'error: Error: authentication failed 2 times in a row: Invalid API key',
      ],
      [5, (line) => line.prompt('p4').hear(say.init(['p4']), say.result('ok')), 'idle: Idle · 0 s'],
    ],
    'background tasks while nothing else runs': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [
        1,
        heard(say.task('task_started', { description: 'npm test' })),
        'thinking: Waiting for the model · 1 s',
      ],
      [2, heard(say.result('started')), 'idle: 1 background task · 1 s'],
      [3, heard({ ...say.task('task_started'), task_id: 'b2' }), 'idle: 2 background tasks · 2 s'],
      [500, null, 'idle: 2 background tasks · 8 m 19 s'],
      [501, heard(say.taskNotification()), 'idle: 1 background task · 8 m 18 s'],
      [502, heard({ ...say.taskNotification('failed'), task_id: 'b2' }), 'idle: Idle · 8 m 20 s'],
    ],
  })
})
