import { expect, test } from 'vitest'
import { launchdPlist, systemdUnit } from './service.ts'

const program = ['/opt/my node/bin/node', '/opt/fair"lead/100%/main.js', 'up']

test('the unit of systemd quotes what it is given, restarts the host alone, and keeps the sessions', () => {
  const lines = systemdUnit(program, '/usr/bin:/a b', '/data').split('\n')
  expect(lines).toContain('ExecStart="/opt/my node/bin/node" "/opt/fair\\"lead/100%%/main.js" "up"')
  expect(lines).toContain('Environment="PATH=/usr/bin:/a b"')
  expect(lines).toContain('Environment="FAIRLEAD_HOME=/data"')
  // A stop of the service ends the host's own process and no other.
  expect(lines).toContain('KillMode=process')
  expect(lines).toContain('Restart=on-failure')
  expect(systemdUnit(program, '', undefined)).not.toContain('FAIRLEAD_HOME')
})

test('the list of launchd escapes what it is given, and keeps the sessions', () => {
  const text = launchdPlist(['/a&b/node', '<x>', 'up'], '/usr/bin', undefined)
  expect(text).toContain(
    '<array><string>/a&#38;b/node</string><string>&#60;x&#62;</string><string>up</string></array>',
  )
  expect(text).toContain('<key>AbandonProcessGroup</key><true/>')
  expect(text).toContain('<key>PATH</key><string>/usr/bin</string>')
  expect(text).not.toContain('FAIRLEAD_HOME')
})
