// @ts-check
// A tool that lives in this program: the model calls it through the CLI, and it answers from memory. Needs the package
// @modelcontextprotocol/sdk.
//
//   node examples/mcp-tool.mjs "what is in stock?"
import { argv } from 'node:process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { openSession } from 'fairlead'
import { z } from 'zod'

const stock = new Map([
  ['rope', 12],
  ['cleat', 4],
])

const shop = new McpServer({ name: 'shop', version: '1.0.0' })
shop.registerTool(
  'stock',
  { description: 'How many of an article are in stock', inputSchema: { article: z.string() } },
  ({ article }) => {
    console.log(`asked for ${article}`)
    return { content: [{ type: 'text', text: `${stock.get(article) ?? 0} in stock` }] }
  },
)

const session = await openSession({
  mcpServers: { shop },
  // Tools of a server are named after it.
  allowedTools: ['mcp__shop__stock'],
})
const { status, text } = await session.send(argv[2] ?? 'How many ropes are in stock?').result
console.log(`${status}: ${text}`)
await session.close()
