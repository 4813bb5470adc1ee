// @ts-check
// Imports the module that it is told to, and tells how long that took and how much memory the program then has.

const [module = ''] = process.argv.slice(2)
const start = performance.now()
if (module !== '') await import(module)
const ms = performance.now() - start
console.log(JSON.stringify({ ms, memory: process.memoryUsage.rss() / 1e6 }))
