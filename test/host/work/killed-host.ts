/** A host with a repository, which is killed at a call of git of the test's choice. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DaemonProcess } from '../daemon-process.ts'
import { repository } from './repository.ts'

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'kill-at-git.mjs'))

export interface KillPoint {
  /** Words among the arguments of the call. */
  readonly git: string
  readonly when: 'before' | 'during' | 'after'
  readonly nth?: number
}

export class KilledHost {
  readonly daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' })
  readonly base: string

  constructor() {
    this.base = repository(this.daemon.cwd)
  }

  start({ git, when, nth = 1 }: KillPoint): Promise<void> {
    return this.daemon.start({
      NODE_OPTIONS: `--import=${PRELOAD}`,
      FAIRLEAD_TEST_GIT: git,
      FAIRLEAD_TEST_WHEN: when,
      FAIRLEAD_TEST_NTH: String(nth),
    })
  }
}
