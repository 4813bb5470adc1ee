/**
 * What the operating system refuses, in words: what is wrong and what to do. It imports nothing, so that it also works where
 * nothing more can be loaded.
 */
const TROUBLES: Readonly<Record<string, string>> = {
  EMFILE: 'This program may not open more files. Raise the limit first: ulimit -n 4096',
  ENFILE: 'The system has no more files to open. Close other programs, or raise fs.file-max.',
  EAGAIN: 'No more processes may be started. Close other programs, or raise the limit first: ulimit -u 4096',
  ENOSPC: 'The disk is full. Make room, or name a data folder elsewhere with FAIRLEAD_HOME.',
  EDQUOT: 'Your share of the disk is used up. Make room, or name a data folder elsewhere with FAIRLEAD_HOME.',
  EROFS: 'It is on a file system that cannot be written. Name a data folder elsewhere with FAIRLEAD_HOME.',
}

export interface SystemError {
  readonly code?: unknown
  readonly message: string
  readonly cause?: unknown
}

/** Undefined for everything else. The system's own words stand behind ours. */
export function systemTrouble({ code, message, cause }: SystemError): string | undefined {
  const words = typeof code === 'string' && Object.hasOwn(TROUBLES, code) ? TROUBLES[code] : undefined
  if (words !== undefined) return `${words} (${message})`
  return cause instanceof Error ? systemTrouble(cause) : undefined
}
