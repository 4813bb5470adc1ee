import { describe, expect, test } from 'vitest'
import { buildEnvironment } from './environment.ts'

const always = { CLAUDE_CODE_ENTRYPOINT: 'fairlead', CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' }

describe('buildEnvironment', () => {
  test('R-ENV-5 R-ENV-17 sets what Fairlead needs and nothing of the official client', () => {
    expect(buildEnvironment({ base: {} })).toEqual(always)
  })

  test('R-ENV-1 the entrypoint names Fairlead, unless the caller names another', () => {
    const base = { CLAUDE_CODE_ENTRYPOINT: 'cli' }
    expect(buildEnvironment({ base }).CLAUDE_CODE_ENTRYPOINT).toBe('fairlead')
    const env = { CLAUDE_CODE_ENTRYPOINT: 'mine' }
    expect(buildEnvironment({ base, env }).CLAUDE_CODE_ENTRYPOINT).toBe('mine')
  })

  test('R-ENV-2 R-ENV-3 NODE_OPTIONS goes, and DEBUG is 1 in debug mode only', () => {
    const base = { NODE_OPTIONS: '--inspect', DEBUG: 'express:*' }
    expect(buildEnvironment({ base })).toEqual(always)
    expect(buildEnvironment({ base, debug: false })).toEqual(always)
    expect(buildEnvironment({ base, debug: true })).toEqual({ ...always, DEBUG: '1' })
    expect(buildEnvironment({ base, debug: 'api' })).toEqual({ ...always, DEBUG: '1' })
  })

  test('nothing in it names the data folder of a host, unless the caller does', () => {
    const base = {
      FAIRLEAD_HOME: '/data/fairlead',
      FAIRLEAD_PORT: '4181',
      FAIRLEAD_SQLITE: 'libsql',
      PWD: '/data/fairlead',
      OLDPWD: '/data/fairlead/sessions',
      INIT_CWD: '/data/fairlead-not',
      FAIRLEAD_SIM_SPEED: '0',
    }
    expect(buildEnvironment({ base })).toEqual({
      ...always,
      INIT_CWD: '/data/fairlead-not',
      FAIRLEAD_SIM_SPEED: '0',
    })
    expect(buildEnvironment({ base, env: { FAIRLEAD_HOME: '/mine' } }).FAIRLEAD_HOME).toBe('/mine')
  })

  test('R-ENV-4 the marks of an outer session go', () => {
    // All that 2.1.325 sets for a program that its Bash tool starts, and what the official client sets for it.
    const base = {
      CLAUDECODE: '1',
      AI_AGENT: 'claude-code_2-1-325_agent',
      CLAUDE_CODE_CHILD_SESSION: '1',
      CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
      CLAUDE_CODE_EXECPATH: '/opt/claude',
      CLAUDE_CODE_MESSAGING_SOCKET: '/tmp/cc-socks/1.sock',
      CLAUDE_CODE_MESSAGING_TOKEN: '1234',
      CLAUDE_CODE_SESSION_ATTENDED: '0',
      CLAUDE_CODE_SESSION_ID: '99e9fd12-8d1a-4972-9637-21bbc179499c',
      CLAUDE_CODE_SSE_PORT: '1234',
      CLAUDE_EFFORT: 'medium',
      CLAUDE_PID: '1',
      CLAUDE_AGENT_SDK_VERSION: '0.3.325',
      CLAUDE_CODE_SDK_READS_SESSION_STATE: '1',
      CLAUDE_CODE_SDK_HAS_OAUTH_REFRESH: '1',
      CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1',
    }
    expect(buildEnvironment({ base })).toEqual(always)
  })

  test('R-ENV-16 settings and credentials of the user pass', () => {
    const base = {
      PATH: '/bin',
      AI_AGENT: 'another',
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
      CLAUDE_AGENT_SDK_CLIENT_APP: 'app',
      CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
      CLAUDE_CODE_OAUTH_TOKEN: 'token',
      CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS: '1',
      CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: 'html',
      CLAUDE_CODE_RESUME_INTERRUPTED_TURN: '1',
      CLAUDE_CODE_SDK_MCP_TOOL_IDLE_TIMEOUT: '1',
      CLAUDE_CODE_USE_BEDROCK: '1',
      CLAUDE_CONFIG_DIR: '/config',
      CLAUDE_ENV_FILE: '/env.sh',
      IS_SANDBOX: '1',
      MCP_TOOL_TIMEOUT: '1',
      TRACEPARENT: '00-1-2-01',
      TRACESTATE: 'a=b',
    }
    expect(buildEnvironment({ base })).toEqual({ ...base, ...always })
  })

  test('file checkpointing is on when asked for', () => {
    const env = buildEnvironment({ base: {}, fileCheckpointing: true })
    expect(env).toEqual({ ...always, CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' })
  })

  test('what the caller sets wins, and undefined removes', () => {
    const env = {
      PATH: undefined,
      HOME: '/other',
      DEBUG: 'mine',
      CLAUDECODE: '1',
      NODE_OPTIONS: '--no-warnings',
      CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: undefined,
    }
    expect(buildEnvironment({ base: { PATH: '/bin', HOME: '/home', DEBUG: 'x' }, env })).toEqual({
      HOME: '/other',
      DEBUG: 'mine',
      CLAUDECODE: '1',
      NODE_OPTIONS: '--no-warnings',
      CLAUDE_CODE_ENTRYPOINT: 'fairlead',
    })
  })

  test('nothing given is changed, and the environment of this process is the base', () => {
    const base = { CLAUDECODE: '1' }
    buildEnvironment({ base })
    expect(base).toEqual({ CLAUDECODE: '1' })
    expect(buildEnvironment().PATH).toBe(process.env.PATH)
  })
})
