/**
 * The frame of the library cases: what a host relies on, on whatever version of the CLI. A case says nothing of how a
 * version behaves on the wire. Each has sessions of its own, which are closed after it, so that one that hangs spoils no other.
 * `npm run versions` makes a table of them: a file is a feature, and the title of a test a case.
 */
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { SessionOptions } from '../../../src/client/index.ts'
import { items } from '../../../src/state/select.ts'
import type { CallItem, Item } from '../../../src/state/transcript/items.ts'
import { libraryVersions } from '../claude-binaries.ts'
import { Scene } from '../scene.ts'
import { type Stage, setStage } from '../stage.ts'

/** A case that takes longer hangs. */
const TIMEOUT = 60_000

export interface Feature {
  readonly stage: Stage
  open(options?: SessionOptions): Promise<Scene>
}

export function feature(name: string, cases: (feature: Feature) => void): void {
  describe.each(libraryVersions)(`${name} with %s`, { timeout: TIMEOUT }, (version) => {
    let stage: Stage | undefined
    let opened: Scene[] = []
    beforeAll(async () => {
      stage = await setStage(version, { scripts: [] })
    })
    afterEach(async () => {
      const scenes = opened
      opened = []
      await Promise.all(scenes.map(({ session }) => session.close()))
    })
    afterAll(() => stage?.close())
    cases({
      get stage() {
        if (!stage) throw new Error('the stage is set before all cases')
        return stage
      },
      async open(options) {
        const scene = await Scene.open(this.stage, options)
        opened.push(scene)
        return scene
      },
    })
  })
}

/** What the session shows, without the prompts. */
export function shown({ session }: Scene): Item[] {
  return items(session.state).filter(({ kind }) => kind !== 'user' && kind !== 'removed')
}

/** The tool calls that it shows. */
export function calls(scene: Scene): CallItem[] {
  return shown(scene).filter((item): item is CallItem => 'toolUseId' in item)
}
