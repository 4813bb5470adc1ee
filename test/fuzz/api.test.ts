import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { ERROR_STATUS } from '../../src/api/errors.ts'
import { type Route, type RouteName, routes } from '../../src/api/routes.ts'
import { isObject, type JsonObject } from '../../src/protocol/json.ts'
import fc from '../generate/fast-check.ts'
import { fromJsonSchema } from '../generate/from-json-schema.ts'
import { mutatedJson, mutatedText, nasty } from '../generate/mutate.ts'
import { type DaemonStage, daemonStage } from '../host/daemon-stage.ts'
import { fuzz } from './fuzz.ts'

let stage: DaemonStage
let session: string
beforeAll(async () => {
  stage = await daemonStage()
  session = await stage.create()
})
afterAll(() => stage.close())

interface Call {
  readonly name: RouteName
  /** Whether the path names the session that there is. */
  readonly isKnown: boolean
  readonly param: string
  readonly query: unknown
  readonly body: unknown
  /** In place of the body. */
  readonly text: string | undefined
}

/** Each ends what the others are to be tried on: the host, and the way to its agent. */
const ENDS: readonly RouteName[] = ['stopHost', 'putAgents', 'deleteSession']
const names = (Object.keys(routes) as RouteName[]).filter((name) => !ENDS.includes(name))
const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
const valid = (type: z.ZodType | undefined) => (type === undefined ? nasty : fromJsonSchema(schemaOf(type)))

function callOf(name: RouteName): fc.Arbitrary<Call> {
  const route: Route = routes[name]
  return fc.record({
    name: fc.constant(name),
    isKnown: fc.boolean(),
    param: fc.oneof(
      fc.constantFrom('__proto__', '..', '%00', '*', 'a/b'),
      fc.string({ minLength: 1, maxLength: 8 }),
    ),
    query: route.query === undefined ? fc.constant({}) : mutatedJson(valid(route.query)),
    body: mutatedJson(valid(route.body)),
    text: fc.option(mutatedText(fc.json()), { nil: undefined, freq: 5 }),
  })
}

function pathOf({ name, isKnown, param, query }: Call): string {
  const path = routes[name].path.replace(/:\w+/g, () => encoded(isKnown ? session : param))
  const fields = isObject(query) ? Object.entries(query) : []
  const search = fields
    .map(
      ([key, value]) =>
        `${encoded(key)}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join('&')
  return `/api${path}?${search}`
}

function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}

fuzz(
  'the API: no request is answered with an internal error, and each error says what was wrong',
  fc.oneof(...names.map(callOf)),
  async (call) => {
    const { method } = routes[call.name]
    const body = method === 'GET' ? '' : (call.text ?? JSON.stringify(call.body) ?? '')
    const { status, text } = await stage.ask(pathOf(call), {
      method,
      headers: {
        authorization: `Bearer ${stage.token}`,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      },
      body,
    })
    expect([status, status === 500 ? text : '']).not.toEqual([500, text])
    if (status < 400) return
    const { error } = JSON.parse(text) as { error: JsonObject }
    expect(Object.keys(ERROR_STATUS)).toContain(error.code)
    expect(String(error.message)).not.toBe('')
    if (Array.isArray(error.details))
      for (const detail of error.details)
        expect(detail).toMatchObject({ path: expect.stringMatching(/^(body|query)/) })
  },
  { runs: 60 },
)
