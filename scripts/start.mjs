// @ts-check
// `npm start`: runs the command that the set-up has built. Without arguments it starts the host.
import { argv } from 'node:process'

if (argv.length === 2) argv.push('up')
await import(new URL('../dist/cli/main.js', import.meta.url).href)
