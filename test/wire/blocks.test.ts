// Content blocks, and the events of a stream that build them.
import { describe, expect, test } from 'vitest'
import type {
  CitationsDelta,
  ContentBlock,
  ContentBlockDelta,
  ContentBlockStart,
  ContentBlockStop,
  ContentDelta,
  DocumentBlock,
  ImageBlock,
  InputBlock,
  InputJsonDelta,
  MessageDelta,
  MessageStart,
  MessageStop,
  RedactedThinkingBlock,
  ServerToolUseBlock,
  SignatureDelta,
  StreamEvent,
  TextBlock,
  TextDelta,
  ThinkingBlock,
  ThinkingDelta,
  ToolResultBlock,
  ToolUseBlock,
  WebSearchResultBlock,
} from '../../src/protocol/index.ts'
import { type Example, expectExample, type Judge } from './example.ts'
import { stdin, stdout } from './wire.ts'

const inAnswer: Judge = (block) => stdout({ type: 'assistant', message: { content: [block] } })
const inEcho: Judge = (block) => stdout({ type: 'user', message: { role: 'user', content: [block] } })
const inPrompt: Judge = (block) => {
  const text = { type: 'text', text: 'What is this?' }
  return stdin({ type: 'user', message: { role: 'user', content: [text, block] } })
}
const inStream: Judge = (event) => stdout({ type: 'stream_event', event })
const inDelta: Judge = (delta) => inStream({ type: 'content_block_delta', index: 1, delta })

function block<T extends ContentBlock>(title: string, where: Judge, example: Example<T>): void {
  test(title, () => expectExample(where, example))
}
function event<T extends StreamEvent>(title: string, example: Example<T>): void {
  test(title, () => expectExample(inStream, example))
}
function delta<T extends ContentDelta>(title: string, example: Example<T>): void {
  test(title, () => expectExample(inDelta, example))
}

describe('blocks', () => {
  block<TextBlock>('R-BLOCK-1 text has text', inAnswer, {
    all: { type: 'text', text: 'It is in lines.ts.' },
    needs: ['type', 'text'],
  })

  block<ToolUseBlock>('R-BLOCK-2 tool_use has id, name and input', inAnswer, {
    all: { type: 'tool_use', id: 'toolu_01Kq', name: 'Bash', input: { command: 'ls' } },
    needs: ['type', 'id', 'name', 'input'],
  })

  block<ThinkingBlock>('R-BLOCK-3 thinking has thinking, and may have a signature', inAnswer, {
    all: { type: 'thinking', thinking: 'The framer cuts lines.', signature: 'EpwBCkYI' },
    needs: ['type', 'thinking'],
  })

  block<ToolResultBlock>('R-BLOCK-4 tool_result has a string as its content', inEcho, {
    all: { type: 'tool_result', tool_use_id: 'toolu_01Kq', is_error: true, content: 'no such file' },
    needs: ['type', 'tool_use_id'],
  })
  block<ToolResultBlock>('R-BLOCK-4 tool_result has blocks as its content', inEcho, {
    all: { type: 'tool_result', tool_use_id: 'toolu_01Kq', content: [{ type: 'text', text: 'README.md' }] },
    needs: ['type', 'tool_use_id'],
  })

  block<ImageBlock & InputBlock>('R-BLOCK-5 a prompt may hold an image', inPrompt, {
    all: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
    needs: ['type', 'source.type', 'source.media_type', 'source.data'],
  })
  block<ImageBlock & InputBlock>('R-BLOCK-5 a prompt may hold an image from elsewhere', inPrompt, {
    all: { type: 'image', source: { type: 'url', url: 'https://example.org/plot.png' } },
    needs: ['type', 'source.type', 'source.url'],
  })
  block<DocumentBlock & InputBlock>('R-BLOCK-5 a prompt may hold a document', inPrompt, {
    all: {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'Line one' },
      title: 'notes.txt',
    },
    needs: ['type', 'source.type', 'source.media_type', 'source.data'],
  })
  block<DocumentBlock & InputBlock>('R-BLOCK-5 a prompt may hold a document that was uploaded', inPrompt, {
    all: { type: 'document', source: { type: 'file', file_id: 'file_01' } },
    needs: ['type', 'source.type', 'source.file_id'],
  })

  block<RedactedThinkingBlock>('redacted_thinking has data', inAnswer, {
    all: { type: 'redacted_thinking', data: 'EmwKAhgB' },
    needs: ['type', 'data'],
  })
  block<ServerToolUseBlock>('server_tool_use has id, name and input', inAnswer, {
    all: { type: 'server_tool_use', id: 'srvtoolu_01', name: 'web_search', input: { query: 'ndjson' } },
    needs: ['type', 'id', 'name', 'input'],
  })
  block<WebSearchResultBlock>('web_search_tool_result has tool_use_id and content', inAnswer, {
    all: { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_01', content: [] },
    needs: ['type', 'tool_use_id'],
    needsAny: ['content'],
  })
})

describe('stream events', () => {
  test('R-BLOCK-6 a content_block_delta at the top level is unknown, inside a stream_event a message', () => {
    const inner: ContentBlockDelta = {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'It' },
    }
    expect(stdout(inner)).toBe('type "content_block_delta" is not listed')
    expect(inStream(inner)).toBe(true)
  })

  event<MessageStart>('R-BLOCK-7 message_start has the message as it begins', {
    all: {
      type: 'message_start',
      message: {
        id: 'msg_01Dd',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [],
        stop_reason: null,
        usage: { input_tokens: 312, output_tokens: 1 },
      },
    },
    needs: ['type', 'message.content'],
  })

  event<ContentBlockStart>('R-BLOCK-8 content_block_start has index and content_block', {
    all: { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    needs: ['type', 'index', 'content_block.type', 'content_block.text'],
  })

  event<ContentBlockDelta>('R-BLOCK-9 content_block_delta has index and delta', {
    all: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It' } },
    needs: ['type', 'index', 'delta.type', 'delta.text'],
  })

  event<ContentBlockStop>('R-BLOCK-10 content_block_stop has index', {
    all: { type: 'content_block_stop', index: 0 },
    needs: ['type', 'index'],
  })

  event<MessageDelta>('R-BLOCK-11 message_delta has the stop_reason and the usage', {
    all: {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { output_tokens: 96 },
    },
    needs: ['type', 'delta'],
  })

  event<MessageStop>('R-BLOCK-12 message_stop has no field of its own', {
    all: { type: 'message_stop' },
    needs: ['type'],
  })
})

describe('deltas', () => {
  delta<TextDelta>('R-BLOCK-13 text_delta has text', {
    all: { type: 'text_delta', text: 'It is' },
    needs: ['type', 'text'],
  })

  const piece: InputJsonDelta = { type: 'input_json_delta', partial_json: '{"comm' }
  delta<InputJsonDelta>('R-BLOCK-14 input_json_delta has partial_json', {
    all: piece,
    needs: ['type', 'partial_json'],
  })
  test('R-BLOCK-14 a piece need not be JSON by itself', () => {
    expect(() => JSON.parse(piece.partial_json)).toThrow()
    expect(JSON.parse(`${piece.partial_json}and":"ls"}`)).toEqual({ command: 'ls' })
  })

  delta<ThinkingDelta>('R-BLOCK-15 thinking_delta has thinking', {
    all: { type: 'thinking_delta', thinking: 'The framer' },
    needs: ['type', 'thinking'],
  })

  delta<SignatureDelta>('R-BLOCK-16 signature_delta has signature', {
    all: { type: 'signature_delta', signature: 'EpwBCkYI' },
    needs: ['type', 'signature'],
  })

  delta<CitationsDelta>('R-BLOCK-17 citations_delta has citation', {
    all: {
      type: 'citations_delta',
      citation: { type: 'char_location', cited_text: 'Line one', document_index: 0 },
    },
    needs: ['type', 'citation'],
  })
})
