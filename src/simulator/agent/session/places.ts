import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { objectInFile } from './json-file.ts'

const MAX_SLUG = 200

export class Places {
  readonly configDir: string
  readonly cwd: string
  readonly #env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv, cwd: string) {
    this.#env = env
    this.configDir = env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude')
    this.cwd = realPath(cwd)
  }

  get project(): string {
    return join(this.configDir, 'projects', slugOf(this.cwd))
  }

  transcript(id: string): string {
    return join(this.project, `${id}.jsonl`)
  }

  tasks(id: string): string {
    const temp = this.#env.CLAUDE_CODE_TMPDIR || this.#env.CLAUDE_TMPDIR || tmpdir()
    return join(temp, `claude-${process.getuid?.() ?? 0}`, slugOf(this.cwd), id, 'tasks')
  }

  /** The folder with copies of files before they were changed. */
  fileHistory(id: string): string {
    return join(this.configDir, 'file-history', id)
  }

  /** The MCP servers that the user and the project have configured: for all folders, for this folder, and in the project. */
  mcpServers(): JsonObject {
    const own = objectInFile(join(this.configDir, '.claude.json')) ?? {}
    const projects = isObject(own.projects) ? own.projects : {}
    const here = isObject(projects[this.cwd]) ? projects[this.cwd] : {}
    return {
      ...serversIn(own),
      ...serversIn(objectInFile(join(this.cwd, '.mcp.json')) ?? {}),
      ...serversIn(isObject(here) ? here : {}),
    }
  }

  plan(name: string): string {
    return join(this.configDir, 'plans', `${name}.md`)
  }

  /** Returns the transcript of a session; 2.1.197 looks only in this project. */
  find(id: string, everywhere: boolean): string | undefined {
    const here = this.transcript(id)
    if (existsSync(here)) return here
    if (!everywhere) return undefined
    const projects = join(this.configDir, 'projects')
    const folders = existsSync(projects) ? readdirSync(projects) : []
    return folders.map((folder) => join(projects, folder, `${id}.jsonl`)).find((file) => existsSync(file))
  }

  newest(): string | undefined {
    if (!existsSync(this.project)) return undefined
    return readdirSync(this.project)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => ({ id: name.slice(0, -6), at: statSync(join(this.project, name)).mtimeMs }))
      .sort((one, other) => other.at - one.at)[0]?.id
  }
}

/** The socket through which other processes could reach this one. */
export function socketPath(): string {
  return join(tmpdir(), 'cc-socks', `${process.pid}.sock`)
}

/** Replaces each UTF-16 unit except ASCII letters and digits with a hyphen; long names get a hash. */
function slugOf(path: string): string {
  const slug = path.replace(/[^a-zA-Z0-9]/g, '-')
  if (slug.length <= MAX_SLUG) return slug
  let hash = 0
  for (let i = 0; i < path.length; i++) hash = (Math.imul(hash, 31) + path.charCodeAt(i)) | 0
  return `${slug.slice(0, MAX_SLUG)}-${Math.abs(hash).toString(36)}`
}

function serversIn({ mcpServers }: JsonObject): JsonObject {
  return isObject(mcpServers) ? mcpServers : {}
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
