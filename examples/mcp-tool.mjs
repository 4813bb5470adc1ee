// @ts-check
// A tool that lives in this program: the model calls it through the CLI, and it answers from memory.
//
//   node examples/mcp-tool.mjs "what is in stock?"
import { argv } from 'node:process'
import { openSession, tool, toolServer } from 'fairlead'
import { z } from 'zod'

const articles = new Map([
  ['rope', 12],
  ['cleat', 4],
])

const input = z.object({ article: z.string() })
const stock = tool('stock', 'How many of an article are in stock', input, ({ article }) => {
  console.log(`asked for ${article}`)
  return `${articles.get(article) ?? 0} in stock`
})

const session = await openSession({
  mcpServers: { shop: toolServer('shop', [stock]) },
  // The name of the server, then that of the tool.
  allowedTools: ['mcp__shop__stock'],
})
const { status, text } = await session.send(argv[2] ?? 'How many ropes are in stock?').result
console.log(`${status}: ${text}`)
await session.close()
