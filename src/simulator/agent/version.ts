/** The versions of the CLI that the simulator can play, and what distinguishes them. */
export const SIM_VERSIONS = ['2.1.37', '2.1.197', '2.1.325'] as const
/** A CLI version that the simulator plays. */
export type SimVersion = (typeof SIM_VERSIONS)[number]
export const DEFAULT_VERSION: SimVersion = '2.1.325'

export interface Profile {
  readonly version: SimVersion
  /** Before 2.1.325. */
  readonly isOld: boolean
  /** 2.1.37. */
  readonly isFirst: boolean
  readonly buildTime: string
  readonly effort: string
}

const BUILT = {
  '2.1.37': '2026-02-07T18:38:23Z',
  '2.1.197': '2026-06-29T19:08:42Z',
  '2.1.325': '2026-11-13T18:52:23Z',
} satisfies { [Version in SimVersion]: string }

export function profileOf(version: SimVersion): Profile {
  const isOld = isBefore(version, '2.1.325')
  return {
    version,
    isOld,
    isFirst: isBefore(version, '2.1.197'),
    buildTime: BUILT[version],
    effort: isOld ? 'high' : 'medium',
  }
}

export function isBefore(version: SimVersion, other: SimVersion): boolean {
  return SIM_VERSIONS.indexOf(version) < SIM_VERSIONS.indexOf(other)
}

export function isSimVersion(value: unknown): value is SimVersion {
  return (SIM_VERSIONS as readonly unknown[]).includes(value)
}
