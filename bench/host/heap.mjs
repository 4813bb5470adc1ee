// @ts-check
// Loaded into a daemon that is measured (`node --expose-gc --import`): on each message from the bench it collects all garbage
// and answers with what is left.

process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
// It keeps no daemon from ending.
process.channel?.unref()
