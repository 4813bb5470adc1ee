// @ts-check
// The least that a console can do: what the agent writes goes as it is over a socket, and its text into one node of a page.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { WebSocketServer } from 'ws'

const PAGE = `<!doctype html><title>bare</title><pre></pre><script>
const text = document.querySelector('pre').appendChild(document.createTextNode(''))
new WebSocket(location.href.replace('http', 'ws')).onmessage = ({ data }) => {
  const message = JSON.parse(data)
  if (message.event?.delta) text.appendData(message.event.delta.text)
  if (message.type === 'result') document.title = 'done'
}
</script>`

/** @param {string} agent */
export async function startBare(agent) {
  const child = spawn(process.execPath, [agent], { stdio: ['pipe', 'pipe', 'inherit'] })
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE))
  const sockets = new WebSocketServer({ server })
  createInterface({ input: child.stdout }).on('line', (line) => {
    for (const socket of sockets.clients) socket.send(line)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}/`,
    /** @param {string} text */
    play(text) {
      child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: text } })}\n`)
    },
    async end() {
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.close()
    },
  }
}
