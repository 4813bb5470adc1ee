/**
 * Explains errors of the operating system, with a remedy. It imports nothing, so that it works when no other file can be
 * loaded.
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

/** The explanation and the system's own message; undefined for other errors. */
export function systemTrouble({ code, message, cause }: SystemError): string | undefined {
  const words = typeof code === 'string' && Object.hasOwn(TROUBLES, code) ? TROUBLES[code] : undefined
  if (words !== undefined) return `${words} (${message})`
  return cause instanceof Error ? systemTrouble(cause) : undefined
}
