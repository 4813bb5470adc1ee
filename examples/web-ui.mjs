// @ts-check
// A web UI in one file, on the API of a running host (`fairlead up`). The token stays here: the browser talks to this server,
// which sends prompts on and passes the host's stream of events through.
//
//   FAIRLEAD_URL=http://127.0.0.1:4180 FAIRLEAD_TOKEN=$(fairlead token) node examples/web-ui.mjs
import { once } from 'node:events'
import { createServer } from 'node:http'
import { cwd, env } from 'node:process'
import { Readable } from 'node:stream'
import { ApiClient } from 'fairlead/api'

const { FAIRLEAD_URL: url = 'http://127.0.0.1:4180', FAIRLEAD_TOKEN: token = '', PORT = '8080', AGENT } = env
const api = new ApiClient({ url, token, label: 'web-ui example' })
const { result } = await api.call('createSession', {
  body: { cwd: cwd(), title: 'From the web', ...(AGENT && { agent: AGENT }) },
})
const { id } = /** @type {{ id: string }} */ (result)

const PAGE = `<!doctype html><meta charset="utf-8"><title>Fairlead in one file</title>
<form><input name="text" autofocus placeholder="Say something"></form><pre id="said"></pre>
<script>
  const said = document.getElementById('said')
  document.forms[0].onsubmit = (event) => {
    event.preventDefault()
    fetch('/say', { method: 'POST', body: event.target.text.value })
    event.target.reset()
  }
  new EventSource('/stream').onmessage = ({ data }) => {
    for (const { message, kind } of JSON.parse(data).events ?? []) {
      if (kind !== 'received') continue
      if (message.event?.delta?.text) said.append(message.event.delta.text)
      if (message.type === 'result') said.append('\\n\\n')
    }
  }
</script>`

const server = createServer(async (request, response) => {
  if (request.url === '/say') {
    const chunks = await request.toArray()
    await api.call('sendMessage', { params: { id }, body: { text: Buffer.concat(chunks).toString() } })
    response.end()
  } else if (request.url === '/stream') {
    const headers = { authorization: `Bearer ${token}` }
    const stream = await fetch(`${url}/api/stream?watch=${id}:0`, { headers })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (stream.body) Readable.fromWeb(/** @type {any} */ (stream.body)).pipe(response)
  } else {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
  }
})
server.listen(Number(PORT), '127.0.0.1')
await once(server, 'listening')
console.log(`http://127.0.0.1:${/** @type {any} */ (server.address()).port}`)
