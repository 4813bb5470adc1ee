/** What a person has set for each project, and which programs of it may run. Both are stored in the settings of the journal. */
import { z } from 'zod'
import { type ProjectSettings, projectSettingsSchema } from '../../api/work.ts'
import { readSetting, type TellProblem } from '../journal/settings.ts'
import type { AuditRow, ReceiptRow, Store } from '../journal/store.ts'

const SETTINGS = 'projects'
const CONFIRMED = 'confirmed programs'
const ADDED = 'added projects'
/** Of one project. The oldest are forgotten first. */
const MAX_HASHES = 200
const MAX_ADDED = 1000

const settingsSchema = z.record(z.string(), projectSettingsSchema)
const confirmedSchema = z.record(z.string(), z.array(z.string()))

export class ProjectSettingsStore {
  readonly #store: Store
  readonly #tell: TellProblem

  constructor(store: Store, tell: TellProblem = () => {}) {
    this.#store = store
    this.#tell = tell
  }

  /** `project`: its main checkout. */
  of(project: string): ProjectSettings {
    return this.#settings()[project] ?? {}
  }

  /** Those that a person has added, or has set something for. */
  get known(): readonly string[] {
    return [...new Set([...this.#added(), ...Object.keys(this.#settings())])]
  }

  add(project: string, receipt: ReceiptRow): void {
    const added = this.#added().filter((it) => it !== project)
    this.#store.putSetting(ADDED, [...added, project].slice(-MAX_ADDED), receipt)
  }

  /** With its settings, and what was confirmed. */
  forget(project: string, receipt: ReceiptRow): void {
    const without = <T>(all: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(all).filter(([path]) => path !== project))
    this.#store.putSetting(SETTINGS, without(this.#settings()))
    this.#store.putSetting(CONFIRMED, without(this.#confirmed()))
    const added = this.#added().filter((it) => it !== project)
    this.#store.putSetting(ADDED, added, receipt)
  }

  put(project: string, settings: ProjectSettings, receipt: ReceiptRow): void {
    this.#store.putSetting(SETTINGS, { ...this.#settings(), [project]: settings }, receipt)
  }

  isConfirmed(project: string, hash: string): boolean {
    return this.#confirmed()[project]?.includes(hash) ?? false
  }

  confirm(
    project: string,
    hashes: readonly string[],
    audit: Pick<AuditRow, 'at' | 'by'>,
    receipt: ReceiptRow,
  ): void {
    const all = this.#confirmed()
    const before = (all[project] ?? []).filter((it) => !hashes.includes(it))
    this.#store.putSetting(
      CONFIRMED,
      { ...all, [project]: [...before, ...hashes].slice(-MAX_HASHES) },
      receipt,
    )
    const row = { ...audit, session: '', what: 'programs-confirmed', detail: { project, hashes } }
    this.#store.commit([{ session: '', audit: [row] }])
  }

  #added(): readonly string[] {
    return readSetting(this.#store, ADDED, z.array(z.string()), this.#tell) ?? []
  }
  #settings() {
    return readSetting(this.#store, SETTINGS, settingsSchema, this.#tell) ?? {}
  }
  #confirmed() {
    return readSetting(this.#store, CONFIRMED, confirmedSchema, this.#tell) ?? {}
  }
}
