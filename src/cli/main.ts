#!/usr/bin/env node
import { dispatch } from './dispatch.ts'
import { processIo } from './io.ts'

// A reader that went away (`| head`) is no reason to fail.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
process.exitCode = await dispatch(process.argv.slice(2), processIo())
