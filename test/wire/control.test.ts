// The control channel: its envelopes, and how an answer's type follows from the request.
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type CliControlRequest,
  type CliRequestSubtype,
  type CliRequests,
  type CliResponse,
  type ControlCancelMessage,
  type ControlError,
  type ControlResponseMessage,
  type ControlSuccess,
  type HostControlRequest,
  type HostRequest,
  type HostRequestFields,
  type HostRequestSubtype,
  type HostRequests,
  type HostResponse,
  hostRequestProblem,
  type InitializeRequest,
  type InitializeResponse,
  type JsonObject,
  type PendingRequests,
  type PermissionResult,
} from '../../src/protocol/index.ts'
import type { Example } from './example.ts'
import { fromCli, fromHost, stdin } from './wire.ts'

const request_id = 'req_17'

describe('envelopes', () => {
  fromCli<CliControlRequest>('R-CONTROL-1 a request of the CLI has an id and a subtype', {
    all: { type: 'control_request', request_id, request: { subtype: 'remote_tools_probe', deep: [1] } },
    needs: ['request_id', 'request.subtype'],
  })
  fromHost<HostControlRequest>('R-CONTROL-1 a request of the host has an id and a subtype', {
    all: { type: 'control_request', request_id, request: { subtype: 'interrupt', cancel_queued: true } },
    needs: ['request_id', 'request.subtype'],
  })

  /** An answer, in both directions. */
  function answer(title: string, example: Example<ControlResponseMessage>): void {
    fromCli<ControlResponseMessage>(`${title}, from the CLI`, example)
    fromHost<ControlResponseMessage>(`${title}, from the host`, example)
  }
  const successNeeds = ['response.subtype', 'response.request_id']
  const errorNeeds = [...successNeeds, 'response.error']
  answer('R-CONTROL-2 a success has the id of its request, and may have a payload', {
    all: {
      type: 'control_response',
      response: { subtype: 'success', request_id, response: { mode: 'plan' } },
    },
    needs: successNeeds,
  })
  answer('R-CONTROL-3 an error has the id of its request and a text', {
    all: {
      type: 'control_response',
      response: { subtype: 'error', request_id, error: 'No such task', error_code: 'not_found' },
    },
    needs: errorNeeds,
  })
  test('R-CONTROL-2 R-CONTROL-3 there is no third kind of answer', () => {
    const response = { subtype: 'perhaps', request_id, error: 'Well' }
    expect(stdin({ type: 'control_response', response })).toBe('response.subtype "perhaps" is not listed')
  })

  const pending: PendingRequests = {
    pending_permission_requests: [{ type: 'control_request', request_id: 'req_8' }],
    pending_user_dialog_requests: [{ type: 'control_request', request_id: 'req_9' }],
    pending_elicitation_requests: [],
  }
  answer('R-CONTROL-4 a success may carry pending requests', {
    all: { type: 'control_response', response: { subtype: 'success', request_id, response: {}, ...pending } },
    needs: successNeeds,
  })
  answer('R-CONTROL-4 an error may carry pending requests', {
    all: {
      type: 'control_response',
      response: { subtype: 'error', request_id, error: 'Already initialized', ...pending },
    },
    needs: errorNeeds,
  })

  test('R-CONTROL-4 the types of both say so', () => {
    type Pending<T extends PendingRequests> = Pick<T, keyof PendingRequests>
    expectTypeOf<Pending<ControlSuccess>>().toEqualTypeOf<PendingRequests>()
    expectTypeOf<Pending<ControlError>>().toEqualTypeOf<PendingRequests>()
  })

  fromCli<ControlCancelMessage>('R-CONTROL-5 control_cancel_request has the id of the request', {
    all: { type: 'control_cancel_request', request_id },
    needs: ['request_id'],
  })
})

describe('the type of an answer follows from the subtype of the call', () => {
  /** How a client would ask. */
  type Ask = <S extends HostRequestSubtype>(subtype: S, fields: HostRequestFields<S>) => HostResponse<S>
  type Answer<S extends CliRequestSubtype> = (request: CliRequests[S]['request']) => CliResponse<S>
  const ask: Ask = () => ({})

  test('R-CONTROL-6 for requests of the host', () => {
    expectTypeOf(ask('initialize', {})).toEqualTypeOf<InitializeResponse>()
    expectTypeOf(ask('set_model', { model: null })).toEqualTypeOf<{ model?: string }>()
    expectTypeOf(ask('cancel_async_message', { message_uuid: 'm' })).toEqualTypeOf<{ cancelled?: boolean }>()
    expectTypeOf(ask('stop_task', { task_id: 't' })).toEqualTypeOf<Record<never, never>>()
    expectTypeOf(ask('remote_control', {})).toEqualTypeOf<JsonObject>()
  })
  test('R-CONTROL-6 a request is its fields and its subtype', () => {
    expectTypeOf<HostRequestFields<'initialize'>>().toEqualTypeOf<InitializeRequest>()
    expectTypeOf<HostRequest<'stop_task'>>().toExtend<{ subtype: 'stop_task'; task_id: string }>()
    expectTypeOf<HostRequest['subtype']>().toEqualTypeOf<HostRequestSubtype>()
    expectTypeOf<keyof HostRequests[HostRequestSubtype]>().toEqualTypeOf<'request' | 'response'>()
  })
  test('R-CONTROL-6 for requests of the CLI', () => {
    expectTypeOf<ReturnType<Answer<'can_use_tool'>>>().toEqualTypeOf<PermissionResult>()
    expectTypeOf<ReturnType<Answer<'elicitation'>>>().toExtend<{ action: 'accept' | 'decline' | 'cancel' }>()
    type Told = { [S in CliRequestSubtype]: CliRequests[S]['request']['subtype'] }
    expectTypeOf<Told>().toEqualTypeOf<{ [S in CliRequestSubtype]: S }>()
  })
})

test('a request of a subtype that is not listed passes', () => {
  const request = { subtype: 'of_tomorrow', deep: { list: [1] } }
  expect(hostRequestProblem(request)).toBeUndefined()
  expect(stdin({ type: 'control_request', request_id, request })).toBe(true)
})
