/** The versions of the CLI that can be played, and what tells them apart at once. */
export const SIM_VERSIONS = ['2.1.197', '2.1.325'] as const
export type SimVersion = (typeof SIM_VERSIONS)[number]
export const DEFAULT_VERSION: SimVersion = '2.1.325'

export interface Profile {
  readonly version: SimVersion
  /** 2.1.197. */
  readonly isOld: boolean
  readonly buildTime: string
  readonly effort: string
}

export function profileOf(version: SimVersion): Profile {
  const isOld = version === '2.1.197'
  return {
    version,
    isOld,
    buildTime: isOld ? '2026-06-29T19:08:42Z' : '2026-11-13T18:52:23Z',
    effort: isOld ? 'high' : 'medium',
  }
}

export function isSimVersion(value: unknown): value is SimVersion {
  return (SIM_VERSIONS as readonly unknown[]).includes(value)
}
