import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { startPollingLoop } from '#kit/server/polling-loop.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { listJobs, readJob, runJob } from '../api.ts'
import { reportJobs } from './report-jobs.ts'

const log = { error() {} }
let portal: TestPortal
let operator: TestVisitor
let operatorId: number

beforeAll(async () => {
  portal = await startTestPortal()
  const made = await createTestOperator(portal)
  operator = made.visitor
  operatorId = made.userId
})
afterAll(() => portal.close())

const params = { name: 'count sheep' }
const list = async (query: object = {}) => (await operator.send(listJobs, { query: query as never })).items
const one = (offset = 0) => operator.send(readJob, { params, query: { offset, limit: 1 } as never })

describe('the jobs reported by a process', () => {
  test('are listed with their runs, and start on any process on request', async () => {
    const { db, watch } = portal.context
    expect(await list()).toEqual([])
    let turns = 0
    const job = startPollingLoop(
      async () => {
        if (++turns === 2) throw Object.assign(new Error('Eva García'), { code: 'ECONNRESET' })
        return turns === 1
      },
      { everySeconds: 3_600, name: params.name, log },
    )
    await expect.poll(() => turns).toBe(2)
    const report = async (program: string) => {
      const reports = reportJobs({ ...{ db, watch, clock: () => new Date(), log, program }, everySeconds: 0.05 })
      await expect.poll(async () => (await list())[0]?.programs.some((each) => each.program === program)).toBe(true)
      return reports
    }
    const idle = await report('web-1:7')
    await idle.stop()
    const reports = await report('worker-1:9')
    expect(await one()).toMatchObject({
      state: 'idle',
      every_seconds: 3_600,
      programs: [
        { program: 'web-1:7', state: 'idle' },
        { program: 'worker-1:9', turn_since: null },
      ],
    })

    expect((await operator.sendRaw(runJob, { params })).statusCode).toBe(204)
    await expect.poll(() => turns).toBe(3)
    expect(await auditOf(portal, operatorId)).toContainEqual(['job_wished'])
    await Promise.all([job.stop(), reports.stop()])
  })

  test('show failures by kind only, newest first, with the worst state first', async () => {
    const { db } = portal.context
    const now = Date.now()
    const run = (job: string, secondsAgo: number, given: object) => ({
      ...{ job, program: 'worker-1:9', worked: 0, failed: 0, slowest_ms: 12, error_kind: null },
      began_at: new Date(now - secondsAgo * 1_000),
      ended_at: new Date(now - secondsAgo * 1_000),
      ...given,
    })
    await db
      .insertInto('job_run')
      .values([
        run(params.name, 90, { worked: 3 }),
        run(params.name, 60, { failed: 2, error_kind: 'ECONNRESET' }),
        run('quiet', 60, { worked: 1 }),
      ])
      .execute()
    const statusColumns = { program: 'worker-1:9', every_seconds: 5, seen_at: new Date(now) }
    await db
      .insertInto('job_standing')
      .values([
        { ...statusColumns, job: 'quiet' },
        { ...statusColumns, job: 'long', turn_since: new Date(now - msPerHour) },
      ])
      .execute()
    expect((await list()).map(({ name, state, failures }) => [name, state, failures])).toEqual([
      ['long', 'stuck', 0],
      [params.name, 'failing', 2],
      ['quiet', 'idle', 0],
    ])
    const [first, second] = [await one(), await one(1)]
    expect([first.total, first.runs, second.runs]).toMatchObject([
      2,
      [{ failed: 2, error_kind: 'ECONNRESET' }],
      [{ worked: 3, error_kind: null }],
    ])
  })
})

test('filters jobs by name and state, page by page', async () => {
  const seen_at = new Date()
  await portal.context.db
    .insertInto('job_standing')
    .values({ job: 'send messages', program: 'worker-1:9', every_seconds: 1, seen_at })
    .execute()
  const names = async (query: object) => (await list(query)).map(({ name }) => name)
  expect(await names({ q: 'enviar correos' })).toEqual(['send messages'])
  expect(await names({ state: 'stuck' })).toEqual(['long'])
  expect(await names({ q: 'sheep', state: 'stuck' })).toEqual([])
  const page = await operator.send(listJobs, { query: { offset: 1, limit: 1 } as never })
  expect([page.total, page.items.map(({ name }) => name)]).toEqual([4, [params.name]])
  for (const [field, query] of Object.entries({ state: { state: 'lost' }, q: { q: 'a'.repeat(121) } })) {
    const refused = await operator.sendRaw(listJobs, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  }
})

test('returns 404 for an unknown job and refuses an invalid offset', async () => {
  const none = { name: 'count goats' }
  expect((await operator.sendRaw(readJob, { params: none, query: {} })).statusCode).toBe(404)
  expect((await operator.sendRaw(runJob, { params: none })).statusCode).toBe(404)
  const refused = await operator.sendRaw(readJob, { params, query: { offset: -1 } as never })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['offset']])
})

test('customers have no access', async () => {
  const customer = await portal.as(await insertUser(portal.context.db))
  const replies = [
    customer.sendRaw(listJobs, { query: {} }),
    customer.sendRaw(readJob, { params, query: {} }),
    customer.sendRaw(runJob, { params }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
})
