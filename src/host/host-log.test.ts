import { once } from 'node:events'
import { openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hostLog, logFile } from './host-log.ts'

test('lines are JSON, and have neither the token nor what looks like a key, wherever it stands', () => {
  const lines: string[] = []
  const log = hostLog({ write: (line) => lines.push(line) }, 'the-token-of-this-host')
  log('warn', 'not started: "sk-ant-api03-abcdefgh", see /login?token=the-token-of-this-host', {
    session: 's',
    stderr: 'ANTHROPIC_API_KEY="abc123456789"\nAuthorization: Bearer abc123456789',
    asked: { cookie: 'fairlead=x' },
  })
  const [line = ''] = lines
  expect(line).not.toMatch(/abcdefgh|abc123456789|the-token-of-this-host|fairlead=x/)
  expect(JSON.parse(line)).toMatchObject({ level: 40, session: 's', asked: { cookie: '[Redacted]' } })
  expect(JSON.parse(line).msg).toContain('not started')
})

test.skipIf(process.platform !== 'linux')(
  'a full disk costs lines of the log, and not the host',
  async () => {
    const file = logFile(openSync('/dev/full', 'a'))
    const log = hostLog(file, 'token')
    const failed = once(file, 'error')
    log('info', 'there is no room for this')
    expect(await failed).toMatchObject([{ code: 'ENOSPC' }])
    // Somebody still listens: otherwise the next failure would end the program.
    expect(file.listenerCount('error')).toBe(1)
    // It goes on, and drops what does not fit.
    for (let count = 0; count < 3000; count++) log('info', 'x'.repeat(1000))
    file.destroy()
  },
)
