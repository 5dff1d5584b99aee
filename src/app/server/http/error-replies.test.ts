import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { problemOf } from '../pages/problems.ts'
import { sendErrorReply } from './error-replies.ts'

const logged: unknown[] = []
const app = fastify({ logger: { stream: { write: (line) => logged.push(JSON.parse(line)) } } })
app.setErrorHandler(sendErrorReply)
app.post('/echo', (request) => request.body)
app.get<{ Params: { status: string } }>('/of-others/:status', ({ params }) => {
  throw Object.assign(new Error('Invalid API Key provided'), { statusCode: Number(params.status), code: 'api_key' })
})
afterAll(() => app.close())

test.each([400, 401, 403, 404, 413, 415, 429, 503])(
  'an error with the status %d of another system is an internal error: 500, and logged',
  async (status) => {
    logged.length = 0
    const answer = await app.inject({ url: `/of-others/${status}` })
    expect([answer.statusCode, answer.json().message]).toEqual([500, 'unexpected'])
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'failed', level: 50 }))
  },
)

test('a body that the framework cannot parse is a client error', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/echo', headers, payload: '{' })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'invalid'])
})

test.each<[unknown, number]>([
  [Object.assign(new Error(), { statusCode: 401 }), 500],
  [Object.assign(new Error(), { statusCode: 503, code: 'FST_UNDER_PRESSURE' }), 503],
  [undefined, 500],
])('a page treats third-party errors like its own: %o is %d', (error, status) => {
  expect(problemOf(error, { id: '1' } as never).status).toBe(status)
})
