/** A page that another server serves: it uses the host with the token, if the host lists its origin. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserBundle } from '../process/browser-bundle.ts'
import { WebStage } from './stage.ts'

const PAGE = `
import { connectLive } from 'fairlead/api'
window.connect = (url, token) => {
  const live = connectLive({ url, token })
  window.live = live
  return live.ready.then(() => 'ready', ({ code, message }) => code + ': ' + message)
}
`

let script: string
const server = createServer((request, response) => {
  const isScript = request.url === '/page.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(
    isScript
      ? script
      : '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
  )
})
let origin: string
beforeAll(async () => {
  script = await browserBundle(PAGE)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function openPage(stage: WebStage): Promise<Page> {
  const page = await stage.page({ isStranger: true })
  await page.goto(origin)
  await page.waitForFunction('window.connect')
  return page
}
const connect = (page: Page, url: string, token: string) =>
  page.evaluate(`connect(${JSON.stringify(url)}, ${JSON.stringify(token)})`)

test('a page of a listed origin connects with the token and sees what its session says', async () => {
  const stage = await WebStage.alone(WebStage.open({}, ['--origin', origin]))
  const page = await openPage(stage)
  expect(await connect(page, stage.daemon.url, stage.daemon.token)).toBe('ready')
  const id = await stage.session({ prompt: 'hello' })
  const said = `live.until('${id}', (it) => JSON.stringify(it.transcript).includes('hello')).then(() => 'seen')`
  expect(await page.evaluate(said)).toBe('seen')
})

test('a wrong token ends it, with the words of the host', async () => {
  const stage = await WebStage.alone(WebStage.open({}, ['--origin', origin]))
  stage.expectProblems(/401/)
  const page = await openPage(stage)
  expect(await connect(page, stage.daemon.url, 'wrong')).toMatch(/^unauthorized: invalid token/)
  expect(await page.evaluate('live.state.connection.status')).toBe('closed')
})

test('a page of any other origin cannot connect, and reads how to list it', async () => {
  const stage = await WebStage.alone(WebStage.open())
  stage.expectProblems(/CORS|Failed to load resource|WebSocket/)
  const page = await openPage(stage)
  const outcome = await connect(page, stage.daemon.url, stage.daemon.token)
  expect(outcome).toMatch(
    /^unreachable: the host at .* cannot be reached: .*pages of http.*: start it with --origin http/,
  )
  await page.evaluate('live.close()')
})
