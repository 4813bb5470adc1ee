/** What `fairlead attach` shows: sizes, scrolling, long transcripts, and output that tries to control the terminal. */
import { expect, test } from 'vitest'
import { attachStage } from './stage.ts'
import { PATIENCE } from './tmux.ts'

const stage = attachStage()

test('it fits any size: list and session side by side, one of them where it is narrow', async () => {
  const terminal = await stage.attached('hello', { columns: 140, rows: 40 })
  const wide = await terminal.until('Hello from the simulator.')
  expect(wide).toMatch(/Idle \d+ +│/)
  terminal.resize(80, 24)
  const narrow = await terminal.until((screen) => screen.includes('Hello') && !screen.includes('│'))
  expect(narrow).not.toMatch(/Idle \d/)
  terminal.keys('Tab')
  await terminal.until((screen) => /Idle \d/.test(screen) && !screen.includes('❯'))
  terminal.resize(30, 8)
  terminal.keys('Tab')
  await terminal.until((screen) => screen.includes('❯') && !/Idle \d/.test(screen))
  terminal.resize(140, 40)
  const again = await terminal.until(/Idle \d+ +│/)
  expect(again).toContain('Hello from the simulator.')
})

test('it stays at the end, unless somebody reads further up', async () => {
  const terminal = await stage.attached('a lot')
  await terminal.until('line 200 of it')
  terminal.keys('PPage')
  const up = await terminal.until('End: latest')
  expect(up).not.toContain('line 200 of it')
  terminal.keys('Home')
  await terminal.until(/❯ a lot[\s\S]*line 1 of it/)
  terminal.keys('Down')
  await terminal.until((screen) => !screen.includes('❯ a lot') && screen.includes('line 1 of it'))
  terminal.keys('End')
  const end = await terminal.until('line 200 of it')
  expect(end).not.toContain('End: latest')
})

test('ten thousand items: it opens at the end, scrolls to the beginning, and keys are shown at once', {
  timeout: 10 * PATIENCE,
}, async () => {
  const terminal = await stage.attached('ten thousand', { isOver: true })
  // In the transcript: the list tells the last line too, and sooner.
  await terminal.until(/│ +Item 9999\.\s[\s\S]*│ +Item 10000\./)
  terminal.keys('Home')
  await terminal.until(/❯ ten thousand[\s\S]*Item 1\./)
  terminal.type('still here')
  await terminal.until('❯ still here')
})

test('what a tool prints can colour its text and nothing else; wide signs keep their columns', async () => {
  const terminal = await stage.attached('nasty', { allow: 'Bash', columns: 140, rows: 40 })
  const screen = await terminal.until('Shown.')
  expect(screen).toContain('red 日本語 👩‍💻 end of it')
  expect(screen).toMatch(/Idle \d+ +│/)
  expect(terminal.about('pane_title')).not.toContain('another title')
})
