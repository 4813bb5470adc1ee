#!/usr/bin/env node
import { systemTrouble } from '../process/system-trouble.ts'

// A reader that went away (`| head`) is no reason to fail.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
try {
  await keepCompiledCode()
  // Loaded here, so that there are words for it when not even that works: with too few file handles, say.
  const { dispatch, processIo } = await import('./dispatch.ts')
  process.exitCode = await dispatch(process.argv.slice(2), processIo())
} catch (error) {
  const trouble = systemTrouble(error as Error)
  if (trouble === undefined) throw error
  process.stderr.write(`fairlead: ${trouble}\n`)
  process.exitCode = 1
}

/**
 * Node 22 and newer can keep what they have compiled for the next start. In a folder of the user: their default is one that
 * others may write.
 */
async function keepCompiledCode(): Promise<void> {
  const { enableCompileCache } = process.getBuiltinModule('node:module') as {
    readonly enableCompileCache?: (folder: string) => unknown
  }
  if (enableCompileCache === undefined) return
  const { cacheFolder } = await import('../process/cache-folder.ts')
  enableCompileCache(`${cacheFolder()}/code`)
}
