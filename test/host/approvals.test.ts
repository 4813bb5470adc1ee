/** Approvals are addressed by their session and id: an id alone may be that of several. */
import { expect, onTestFinished, test } from 'vitest'
import { askingSessions, SAME_ID } from './asking-agent.ts'
import { daemonStage } from './daemon-stage.ts'

async function twoThatAsk() {
  const stage = await daemonStage()
  onTestFinished(() => stage.close())
  const [a = '', b = ''] = await askingSessions(stage, 2)
  const params = (id: string) => ({ id, approval: SAME_ID })
  return {
    ...{ a, b, api: stage.api },
    get: (id: string) => stage.api.call('getApproval', { params: params(id) }),
    answer: (id: string, decision: 'allow' | 'deny') =>
      stage.api.call('answerApproval', { params: params(id), body: { decision } }),
    answerById: (commandId?: string) =>
      stage.api.call('answerApprovalById', {
        params: { id: SAME_ID },
        body: { decision: 'deny', ...(commandId !== undefined && { commandId }) },
      }),
  }
}

test('two sessions that ask under the same id are answered one by one', async () => {
  const { a, b, get, answer } = await twoThatAsk()
  expect(await get(a)).toMatchObject({ id: SAME_ID, session: a, toolName: 'Bash', status: 'pending' })
  expect(await answer(b, 'deny')).toMatchObject({ session: b })
  expect(await get(b)).toMatchObject({ session: b, status: 'answered', decision: 'denied', by: 'test' })
  expect(await get(a)).toMatchObject({ status: 'pending' })
  await answer(a, 'allow')
  expect(await get(a)).toMatchObject({ status: 'answered', decision: 'allowed', by: 'test' })
  await expect(answer(a, 'deny')).rejects.toMatchObject({
    code: 'conflict',
    message: 'test has answered this',
  })
})

test('without the session, an answer is taken only while one session waits for it', async () => {
  const { a, b, get, answer, answerById } = await twoThatAsk()
  const conflict = await answerById().catch((error: unknown) => error)
  expect(conflict).toMatchObject({ code: 'conflict', status: 409 })
  expect((conflict as { details: { sessions: string[] } }).details.sessions.sort()).toEqual([a, b].sort())
  expect(await Promise.all([get(a), get(b)])).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
  await answer(a, 'allow')
  const receipt = await answerById('once')
  expect(receipt).toMatchObject({ session: b })
  expect(await get(b)).toMatchObject({ status: 'answered', decision: 'denied' })
  expect(await answerById('once')).toEqual(receipt)
  await expect(answerById('again')).rejects.toMatchObject({ code: 'conflict' })
})

test('what is not there is not found', async () => {
  const { a, get, api } = await twoThatAsk()
  const params = { id: a, approval: 'none' }
  await expect(api.call('getApproval', { params })).rejects.toMatchObject({ code: 'not-found' })
  await expect(api.call('answerApproval', { params, body: { decision: 'allow' } })).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(get('none')).rejects.toMatchObject({ code: 'not-found' })
})
