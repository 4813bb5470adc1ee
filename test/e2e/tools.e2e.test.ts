import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { imageContent, tool, toolServer } from '../../src/client/index.ts'
import { testedVersions } from './claude-binaries.ts'
import { Scene } from './scene.ts'
import { type Stage, setStage } from './stage.ts'

/** The smallest PNG: one dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

describe.each(testedVersions)('tools of this program with %s', (version) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
  })
  afterAll(() => stage.close())

  async function scene() {
    const aborted = deferred()
    const begun = deferred()
    const add = tool('add', 'Adds', z.object({ a: z.number(), b: z.number() }), ({ a, b }) => ({
      sum: a + b,
    }))
    const picture = tool('picture', 'Draws', z.object({}), () => [imageContent(DOT)])
    const fail = tool('fail', 'Fails', z.object({}), () => Promise.reject(new Error('no such place')))
    const wait = tool('wait', 'Waits', z.object({}), (_, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve())
      begun.resolve()
      return new Promise<string>(() => {})
    })
    const opened = await Scene.open(stage, {
      mcpServers: { town: toolServer('town', [add, picture, fail, wait]) },
      allowedTools: ['mcp__town'],
    })
    return { opened, aborted: aborted.promise, begun: begun.promise }
  }

  test('R-MCP-14 R-MCP-18 R-MCP-21: they run, fail and are interrupted without the MCP SDK', async () => {
    const { opened, aborted, begun } = await scene()
    const call = (name: string, input = {}) =>
      opened.play([{ tool: `mcp__town__${name}`, input }], [{ text: 'Done.' }])
    expect(await call('add', { a: 2, b: 3 }).result).toMatchObject({ status: 'success' })
    expect(opened.results).toMatchObject([{ text: expect.stringContaining('{"sum":5}'), isError: false }])
    await call('picture').result
    expect(JSON.stringify(opened.all('user'))).toContain(DOT)
    await call('fail').result
    expect(opened.results).toMatchObject([{ text: expect.stringContaining('no such place'), isError: true }])
    const waiting = call('wait')
    await begun
    await opened.session.interrupt()
    await aborted
    expect(await waiting.result).toMatchObject({ status: 'interrupted' })
  })
})

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}
