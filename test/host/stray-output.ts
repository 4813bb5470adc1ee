/** What a CLI wrote for one prompt; the last line is not complete. */
const MESSAGES = [
  {
    type: 'control_response',
    response: { subtype: 'success', request_id: 'r1', response: { commands: [] } },
  },
  {
    type: 'system',
    subtype: 'init',
    cwd: '/home/me/app',
    session_id: 'c1',
    tools: [],
    model: 'opus',
    permissionMode: 'default',
    uuid: 'u1',
  },
  {
    type: 'user',
    message: { role: 'user', content: 'fix it\nplease' },
    parent_tool_use_id: null,
    session_id: 'c1',
    uuid: 'p1',
    isReplay: true,
  },
]
export const OUTPUT = `${MESSAGES.map((message) => `${JSON.stringify(message)}\n`).join('')}{"type":"assis`
