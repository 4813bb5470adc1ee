import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { daemonOptions, readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairlead-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'config.json')

test('a file that is not there has no settings', () => {
  expect(readConfig(join(folder, 'none.json'))).toEqual({})
})

test('settings become options of the host', () => {
  writeFileSync(
    file,
    JSON.stringify({
      port: 4000,
      maxSessions: 5,
      parkAfterMinutes: 2,
      minFreeMemoryMb: 1,
      keptOutputs: 2,
      roots: ['/a'],
      origins: ['http://localhost:5173', 'https://agents.example'],
      isolation: 'require',
      projects: { '/a/b': { isolation: 'require' } },
    }),
  )
  expect(daemonOptions(readConfig(file))).toEqual({
    port: 4000,
    roots: ['/a'],
    origins: ['http://localhost:5173', 'https://agents.example'],
    keptOutputs: 2,
    isolation: 'require',
    projects: { '/a/b': { isolation: 'require' } },
    limits: { mostProcesses: 5, leastFreeBytes: 1024 * 1024 },
    attend: { parkAfterMs: 120_000 },
  })
})

test.each([
  ['{', /config\.json is not JSON/],
  ['{"prot":1}', /config\.json: .*prot/],
  ['{"port":"x"}', /config\.json: port: /],
  ['{"tls":{"cert":"a"}}', /tls\.key/],
  ['{"isolation":"on"}', /isolation: .*require/],
  ['{"projects":{"b":{}}}', /projects\.b: .*absolute/],
  ['{"projects":{"/b":{"isolaton":"off"}}}', /projects\.\/b\.isolaton: .*did you mean `isolation`/],
  ['{"projects":{"/b":{"isolation":"on"}}}', /projects\.\/b\.isolation: .*require/],
  ['{"origins":["*"]}', /origins\.0: \* has a wildcard: name each origin/],
  ['{"origins":["http://*.example"]}', /origins\.0: .*wildcard/],
  ['{"origins":["http://a:1","http://b:2/app"]}', /origins\.1: .*write http:\/\/b:2$/],
  ['{"origins":["http://Localhost:80/"]}', /origins\.0: .*write http:\/\/localhost$/],
  ['{"origins":["localhost:5173"]}', /origins\.0: localhost:5173 is not an origin: .*as in http/],
  ['{"origins":["null"]}', /origins\.0: null is not an origin/],
  ['{"keptOutputs":0}', /keptOutputs: .*>=1/],
])('%s is refused with its file and place', (text, problem) => {
  writeFileSync(file, text)
  expect(() => readConfig(file)).toThrow(problem)
})
