// @ts-check
// `npm start`: runs the command that the set-up has built. Without arguments it is a first look at it.
import { argv } from 'node:process'

if (argv.length === 2) argv.push('try')
await import(new URL('../dist/cli/main.js', import.meta.url).href)
