/** Comments on lines: kept by the host, sent as one prompt, and followed through later changes. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { items } from '../../../src/state/select.ts'
import { textOfContent } from '../../../src/state/turns/prompts.ts'
import { type HostStage, hostStage } from '../stage.ts'
import { repository, write } from './repository.ts'

let stage: HostStage
let id: string
let path: string
beforeEach(async () => {
  stage = await hostStage()
  repository(stage.cwd, { 'a.txt': 'one\ntwo\nthree\nfour\nfive\n', 'b.txt': 'b\n' })
  id = await stage.create(undefined, { worktree: { name: 'x' } })
  await stage.settled(id)
  path = stage.host.session(id).row.cwd
})
afterEach(() => stage.close())

const add = async (body: object) =>
  (await stage.call('addComment', { params: { id }, body: { side: 'new', ...body } as never })).result.id
const comments = async () => (await stage.call('listComments', { params: { id } })).comments
const send = (body: object = {}) => stage.call('sendComments', { params: { id }, body: body as never })
const change = (comment: string, body: object) =>
  stage.call('patchComment', { params: { id, comment }, body: body as never })
const said = () =>
  items(stage.host.session(id).state).flatMap((it) => (it.kind === 'user' ? [textOfContent(it.content)] : []))

test('drafts become one prompt with file, lines and code, and are sent once', async () => {
  write(path, 'a.txt', 'one\n2\nthree\nfour\nfive\n')
  await add({ path: 'a.txt', first: 2, text: 'why a digit?' })
  await add({ path: 'a.txt', side: 'old', first: 1, last: 2, text: 'it was a word' })
  const later = await add({ path: 'b.txt', first: 1, text: 'later' })
  expect(await comments()).toMatchObject([
    {
      side: 'new',
      first: 2,
      last: 2,
      code: '2',
      status: 'draft',
      place: { status: 'unchanged' },
      by: 'test',
    },
    { side: 'old', code: 'one\ntwo', status: 'draft' },
    { path: 'b.txt', code: 'b', status: 'draft' },
  ])
  const ids = (await comments()).slice(0, 2).map((it) => it.id)
  const first = await send({ ids, commandId: 'c' })
  expect(first.result.comments).toEqual(ids)
  expect(await send({ ids, commandId: 'c' })).toEqual(first)
  await stage.settled(id)
  expect(said()).toEqual([
    `Please address these 2 review comments on your changes.\n\n1. \`a.txt\`, line 2:\n\n\`\`\`\n2\n\`\`\`\n\nwhy a digit?\n\n2. \`a.txt\`, lines 1–2 of the version before your change:\n\n\`\`\`\none\ntwo\n\`\`\`\n\nit was a word`,
  ])
  expect((await comments()).map(({ status }) => status)).toEqual(['sent', 'sent', 'draft'])
  expect((await send()).result.comments).toEqual([later])
  await expect(send()).rejects.toMatchObject({ code: 'conflict' })
})

test('a later change shows which comments it touched, and a person resolves them', async () => {
  const ids = [
    await add({ path: 'a.txt', first: 2, text: 'x' }),
    await add({ path: 'a.txt', first: 4, last: 5, text: 'y' }),
    await add({ path: 'b.txt', first: 1, text: 'z' }),
  ]
  await expect(change(ids[0] ?? '', { status: 'resolved' })).rejects.toMatchObject({ code: 'conflict' })
  await change(ids[0] ?? '', { text: 'better words' })
  await send()
  await stage.settled(id)
  // The host has looked at what the turn touched.
  await comments()
  write(path, 'a.txt', 'zero\none\nTWO\nthree\nfour\nfive\n')
  expect((await comments()).map((it) => [it.text, it.place])).toEqual([
    ['better words', { status: 'touched', first: 2, last: 2 }],
    ['y', { status: 'moved', first: 5, last: 6 }],
    ['z', { status: 'unchanged', first: 1, last: 1 }],
  ])
  await expect(change(ids[0] ?? '', { text: 'too late' })).rejects.toMatchObject({ code: 'conflict' })
  await change(ids[0] ?? '', { status: 'resolved' })
  await stage.call('removeComment', { params: { id, comment: ids[2] ?? '' } })
  stage = await stage.again()
  expect((await comments()).map(({ status }) => status)).toEqual(['resolved', 'sent'])
  await expect(change(ids[2] ?? '', { status: 'resolved' })).rejects.toMatchObject({ code: 'not-found' })
})

test('the turn whose changes touched a comment is noted, and stays the first one', async () => {
  const touched = await add({ path: 'a.txt', first: 2, text: 'x' })
  await add({ path: 'b.txt', first: 1, text: 'y' })
  await send()
  await stage.settled(id)
  const turn = async (change: () => void) => {
    change()
    await stage.send(id, { text: 'go on' })
    await stage.settled(id)
  }
  const places = async () => (await comments()).map(({ place }) => [place?.status, place?.turn])
  expect(await places()).toEqual([
    ['unchanged', undefined],
    ['unchanged', undefined],
  ])
  await turn(() => write(path, 'a.txt', 'one\n2\nthree\nfour\nfive\n'))
  await turn(() => write(path, 'a.txt', 'one\nTWO\nthree\nfour\nfive\n'))
  expect(await places()).toEqual([
    ['touched', 2],
    ['unchanged', undefined],
  ])
  stage = await stage.again()
  expect((await places())[0]).toEqual(['touched', 2])
  // The lines are back, and are changed again between two turns.
  write(path, 'a.txt', 'one\ntwo\nthree\n')
  expect((await places())[0]).toEqual(['unchanged', undefined])
  await change(touched, { status: 'resolved' })
  write(path, 'b.txt', 'other\n')
  expect((await places())[1]).toEqual(['touched', undefined])
})

test('drafts that were sent by a host that was killed before it noted so are not sent again', async () => {
  const comment = await add({ path: 'a.txt', first: 1, text: 'x' })
  await send({ commandId: 'c' })
  await stage.settled(id)
  // As it was before the note.
  const session = stage.host.session(id)
  const kept = (session.row.extra.comments as object[]).map((it) => ({
    ...it,
    status: 'draft',
    sending: 'c',
  }))
  await session.change({ extra: { ...session.row.extra, comments: kept } })
  stage = await stage.again()
  expect(await comments()).toMatchObject([{ id: comment, status: 'sent' }])
  await expect(send()).rejects.toMatchObject({ code: 'conflict' })
})

test('lines that are not there, files outside, and files that are not text have no comments', async () => {
  write(path, 'image', 'a\0b')
  for (const body of [
    { path: 'a.txt', first: 6, text: 'x' },
    { path: 'none.txt', first: 1, text: 'x' },
    { path: 'image', first: 1, text: 'x' },
  ])
    await expect(add(body)).rejects.toThrow()
  expect(await comments()).toEqual([])
})

test('a comment is on the lines as the reviewer saw them, whatever they are by then', async () => {
  write(path, 'a.txt', 'first\none\ntwo\nthree\nfour\nfive\n')
  await add({ path: 'a.txt', first: 2, text: 'on two', code: 'two' })
  expect(await comments()).toMatchObject([{ code: 'two', place: { status: 'moved', first: 3, last: 3 } }])
})
