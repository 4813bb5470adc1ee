import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readBaseline } from '../../src/cli/discover/baseline.ts'
import type { Comparison } from '../../src/cli/discover/compare.ts'
import { call, freshFolder } from './fairlead.ts'

interface Report {
  readonly kind: string
  readonly version?: string
  readonly texts: { readonly types: number; readonly subtypes: number }
  readonly areas: readonly Comparison[]
}

async function discover(path: string) {
  const { code, out, err } = await call(['discover', path, '--json'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const report = JSON.parse(out) as Report
  const area = (name: string) => report.areas.find((it) => it.area === name) as Comparison
  return { report, area }
}

/** Minified code, with what is internal and what is on the wire. */
const CODE = [
  'var a=p(()=>u({type:T("system"),subtype:T("init"),uuid:g(),session_id:o()}).describe("it\'s {here}"))',
  'b=p(()=>u({type:T("system"),subtype:T("moon_phase"),uuid:g(),session_id:o()}))',
  'c=p(()=>u({type:T("tide_event"),tide:u({type:T("high")}),uuid:g(),session_id:o()}))',
  'd=p(()=>u({type:T("button"),inner:u({uuid:g(),session_id:o()})}))',
  'e=p(()=>u({subtype:T("interrupt"),reason:o().optional()}))',
  'f=p(()=>z.object({subtype:z.literal("raise_anchor")}))',
  'g=p(()=>u({type:T("result"),subtype:B(["error_max_turns","error_capsized"])}))',
  'track("done",{subtype:b("sunk")})',
  'if(m.type==="x")send({type:"keep_alive"}),draw({type:"sailor",subtype:"drunk"})',
  'h=["acceptEdits","bypassPermissions","default","plan","drift"]',
].join(';')

const PROGRAM = `#!/bin/sh
case "$1" in
--version) echo "9.9.9 (Claude Code)" ;;
--help) printf '  -p, --print  Print\\n  --model <model>  Model\\n  --anchor <depth>  New, unlike --mode\\n' ;;
esac
exit
`

function program(code: string): string {
  const path = join(freshFolder(), 'claude')
  writeFileSync(path, `${PROGRAM}${code}`)
  chmodSync(path, 0o755)
  return path
}

test('R-DISCOVER-1 R-DISCOVER-2 R-DISCOVER-5 the texts of a program are compared, and only schemas bring news', async () => {
  const { report, area } = await discover(program(CODE))
  expect(report).toMatchObject({ kind: 'program', version: '9.9.9 (Claude Code)' })
  expect(report.texts.types).toBeGreaterThan(4)
  expect(area('message types').new).toEqual(['tide_event'])
  expect(area('message types').known).toEqual(expect.arrayContaining(['keep_alive', 'result', 'system']))
  expect(area('message types').gone).toContain('assistant')
  expect(area('system subtypes')).toMatchObject({ known: ['init'], new: ['moon_phase'] })
  expect(area('result subtypes')).toMatchObject({ known: ['error_max_turns'], new: ['error_capsized'] })
  expect(area('control request subtypes')).toMatchObject({ known: ['interrupt'], new: ['raise_anchor'] })
  expect(area('control request subtypes').gone).toContain('set_model')
  expect(area('permission modes').new).toEqual(['drift'])
  expect(area('flags')).toMatchObject({ known: ['--model'], new: ['--anchor'] })
})

test('a schema is found wherever the pieces of a large program are cut', async () => {
  const schema = 'x=p(()=>u({type:T("system"),subtype:T("far_out"),uuid:g(),session_id:o()}))'
  const piece = 4 * 1024 * 1024
  const before = 'v'.repeat(piece - PROGRAM.length - 30)
  const { area } = await discover(program(`${before};${schema};${'w'.repeat(2 * piece)}`))
  expect(area('system subtypes').new).toEqual(['far_out'])
})

test('R-DISCOVER-3 R-DISCOVER-4 a package is read from its declarations and its JavaScript', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'package.json'), '{ "name": "some-sdk", "version": "0.0.7" }')
  writeFileSync(
    join(folder, 'sdk.d.ts'),
    `export declare type SDKControlRequest = { type: 'control_request'; request: SDKControlRequestInner; };
declare type SDKControlInterruptRequest = {
    subtype: 'interrupt';
};
declare type SDKControlAnchorRequest = {
    /**
     * It's how deep {it} goes.
     */
    subtype: 'raise_anchor';
};
export declare type SDKMoonMessage = {
    type: 'system';
    subtype: 'moon_phase';
    uuid: UUID;
    session_id: string;
};
export declare type SDKTideMessage = {
    type: 'tide_event';
    /** Not: type, or so. */
    tide: { type: 'high' };
    uuid: UUID;
    session_id: string;
};
export declare type SDKResultError = {
    type: 'result';
    subtype: 'error_max_turns' | 'error_capsized';
};
export declare type PermissionMode = 'default' | 'acceptEdits' | 'bypassPermissions' | 'plan' | 'drift';
`,
  )
  const alone = await discover(join(folder, 'sdk.d.ts'))
  expect(alone.area('message types').new).toEqual(['tide_event'])
  expect(alone.area('system subtypes').new).toEqual(['moon_phase'])
  expect(alone.area('result subtypes').new).toEqual(['error_capsized'])
  expect(alone.area('control request subtypes')).toMatchObject({
    known: ['interrupt'],
    new: ['raise_anchor'],
  })
  expect(alone.area('permission modes').new).toEqual(['drift'])
  expect(alone.area('flags')).toMatchObject({ known: [], new: [], gone: [] })

  writeFileSync(
    join(folder, 'sdk.mjs'),
    'args.push("--model",m),args.push("--sdk-hidden"),args.push(k("--sdk-joined",v));git(["--porcelain"]);' +
      'p.option("-z, --zeta <z>","Z").option("--allowedTools, --allowed-tools <t...>","T").addOption(new O("--omega","O"))',
  )
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'node_modules', 'other.js'), 'args.push("--not-ours")')
  const { report, area } = await discover(folder)
  expect(report).toMatchObject({ kind: 'package', version: 'some-sdk 0.0.7', files: 2 })
  expect(area('flags')).toMatchObject({
    known: ['--allowed-tools', '--model'],
    new: ['--omega', '--sdk-hidden', '--sdk-joined', '--zeta'],
  })
  expect(area('control request subtypes').new).toEqual(['raise_anchor'])
})

test('a package that holds an executable is read with it', async () => {
  const folder = freshFolder()
  const bin = { claude: 'bin/claude.exe' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'a-cli', version: '9.9.9', bin }))
  writeFileSync(join(folder, 'install.cjs'), 'args.push("--not-of-the-program")')
  mkdirSync(join(folder, 'bin'))
  renameSync(program(CODE), join(folder, 'bin', 'claude.exe'))
  const { report, area } = await discover(folder)
  expect(report).toMatchObject({ kind: 'package', version: 'a-cli 9.9.9', files: 2 })
  expect(area('system subtypes').new).toEqual(['moon_phase'])
  expect(area('flags')).toMatchObject({ known: ['--model'], new: ['--anchor'] })
})

test('every list is sorted', async () => {
  const names = ['zebra', 'apple', 'mango'].map(
    (name) => `x=p(()=>u({type:T("system"),subtype:T("${name}"),uuid:g(),session_id:o()}))`,
  )
  const { report, area } = await discover(program([CODE, ...names].join(';')))
  expect(area('system subtypes').new).toEqual(['apple', 'mango', 'moon_phase', 'zebra'])
  for (const { known, new: added, unlisted, gone } of report.areas)
    for (const list of [known, added, unlisted, gone]) expect(list).toEqual([...list].sort())
})

test('what is spoken to hosts comes first, with new fields of known messages, then flags and variables', async () => {
  const fields = [
    'x=p(()=>u({type:T("system"),subtype:T("init"),weather:o(),model:o(),uuid:g(),session_id:o()}))',
    'y=p(()=>u({subtype:T("can_use_tool"),tool_name:o(),danger:u({depth:n()})}))',
    'z=process.env.CLAUDE_CODE_ANCHOR,w=process.env.CLAUDE_CODE_ENTRYPOINT',
  ]
  const { code, out } = await call(['discover', program([CODE, ...fields].join(';'))])
  const lines = out.split('\n').map((line) => line.replace(/ {2,}/g, '  '))
  expect(lines.slice(2, 12)).toEqual([
    expect.stringMatching(/^New, spoken to hosts since 2\.1\.\d+ \(Claude Code\)$/),
    '  message types  tide_event',
    '  system subtypes  moon_phase',
    '  result subtypes  error_capsized',
    '  control request subtypes  raise_anchor',
    '  permission modes  drift',
    '  fields  request/can_use_tool.danger, system/init.weather',
    expect.stringMatching(/^New, for whoever starts it since /),
    '  flags  --anchor',
    '  variables  CLAUDE_CODE_ANCHOR',
  ])
  expect(lines.length).toBeLessThan(25)
  expect(code).toBe(0)
})

test('what the recorded version has too is no news, and is listed on request', async () => {
  const known = 'x=p(()=>u({type:T("tombstone"),uuid:g(),session_id:o()}))'
  const path = program([CODE, known].join(';'))
  const { area } = await discover(path)
  expect(area('message types')).toMatchObject({ new: ['tide_event'], unlisted: ['tombstone'] })
  expect((await call(['discover', path])).out).not.toContain('tombstone')
  expect((await call(['discover', path, '--all'])).out).toMatch(/^Unlisted\n {2}message types +tombstone$/m)
})

test('what a version has is recorded for those that follow it', async () => {
  const file = join(freshFolder(), 'baseline.json')
  expect(await call(['discover', program(CODE), '--record', file])).toMatchObject({ code: 0 })
  const baseline = readBaseline(pathToFileURL(file))
  expect(baseline).toMatchObject({
    version: '9.9.9 (Claude Code)',
    names: {
      'message types': ['tide_event'],
      fields: ['request/interrupt.reason', 'tide_event.tide'],
      variables: [],
    },
  })
})

test('a folder without anything to read, and a claude that is not there, are refused', async () => {
  const empty = await call(['discover', '.'])
  expect(empty).toMatchObject({ code: 2, out: '' })
  expect(empty.err).toContain('has no .d.ts, .js or .mjs file')
  expect(await call(['discover', 'nowhere'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/nowhere does not exist\. See `fairlead discover --help`\.\n$/),
  })
  const other = join(freshFolder(), 'other')
  writeFileSync(other, '#!/bin/sh\nexit\n', { mode: 0o755 })
  expect(await call(['discover', other])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('nothing of the protocol is in'),
  })
  expect(await call(['discover'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Claude Code is not installed'),
  })
})
