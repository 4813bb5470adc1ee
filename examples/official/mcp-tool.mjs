// @ts-check
// ../mcp-tool.mjs, written for the official client.
import { argv } from 'node:process'
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk'
import { z } from 'zod'

const articles = new Map([
  ['rope', 12],
  ['cleat', 4],
])

const input = { article: z.string() }
const stock = tool('stock', 'How many of an article are in stock', input, async ({ article }) => {
  console.log(`asked for ${article}`)
  return { content: [{ type: 'text', text: `${articles.get(article) ?? 0} in stock` }] }
})

const messages = query({
  prompt: argv[2] ?? 'How many ropes are in stock?',
  options: {
    pathToClaudeCodeExecutable: process.env.CLAUDE_BIN,
    mcpServers: { shop: createSdkMcpServer({ name: 'shop', tools: [stock] }) },
    // The name of the server, then that of the tool.
    allowedTools: ['mcp__shop__stock'],
  },
})
for await (const message of messages) {
  if (message.type !== 'result') continue
  console.log(
    `${message.subtype}: ${message.subtype === 'success' ? message.result : message.errors.join(', ')}`,
  )
}
