import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { dutyStatusAt } from '#domains/duties/rules.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { openRequest, rateCase } from '../../../api.ts'
import { caseTopics } from '../../../rules.ts'
import { actOnCases, answerCustomer, listCases, markAnswerPosted, readCase, reopenCase } from '../api.ts'
import { downloadAnswerLetter, downloadComplaintTable, downloadYearReport, exportCases } from '../downloads.ts'
import { marginOfError } from '../rules.ts'

const { portal, operator, operatorId } = await deskPortal({ now: new Date('2026-11-24T11:00:00Z') })
const { db } = portal.context
let eva: TestVisitor
let contractId: number
let customerId: number

beforeAll(async () => {
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
  customerId = await insertCustomer(db, { name: 'Eva García' })
  contractId = (await insertContract(db, { customerId })).contractId
  eva = await portal.as(await insertUser(db, { customerIds: [customerId] }))
})
beforeEach(async () => {
  await db.deleteFrom('support_case').execute()
  await db.deleteFrom('duty').execute()
})
afterAll(() => portal.close())

async function aCase(given: object = {}): Promise<number> {
  const { id } = await eva.send(openRequest, {
    body: {
      ...{ polissa_id: contractId, polissa_type: 'electricity' as const, categ_id: 11, attachments: [] },
      ...{ title: 'La factura', message: 'Es muy alta.', ...given },
    },
  })
  return id
}
const paramsOf = (id: number) => ({ params: { id: String(id) } })
const answer = (id: number, body: object = {}) =>
  operator.send(answerCustomer, { ...paramsOf(id), body: { message: 'Es correcta.', state: 'accepted', ...body } })

describe('an answer by letter', () => {
  test('is downloaded with its address, and listed until it is noted as sent', async () => {
    const id = await aCase({ answer: 'letter' })
    expect((await operator.sendRaw(downloadAnswerLetter, paramsOf(id))).statusCode).toBe(404)
    expect((await operator.sendRaw(markAnswerPosted, paramsOf(id))).json().message).toBe('no_letter')
    const letters = async () => (await operator.send(listCases, { query: { state: 'letters' } })).items.length
    expect(await letters()).toBe(0)
    await answer(id)
    expect(await letters()).toBe(1)
    const text = await readPdfText((await operator.sendRaw(downloadAnswerLetter, paramsOf(id))).rawPayload)
    expect(text).toContain('Es correcta.')
    expect(text).toContain('Eva García')
    expect((await operator.sendRaw(markAnswerPosted, paramsOf(id))).statusCode).toBe(204)
    expect(await letters()).toBe(0)
    expect((await operator.sendRaw(markAnswerPosted, paramsOf(id))).statusCode).toBe(409)
  })

  test('is neither handed to customers here nor noted by them', async () => {
    const id = await aCase({ answer: 'letter' })
    expect((await eva.sendRaw(downloadAnswerLetter, paramsOf(id))).statusCode).toBe(401)
    expect((await eva.sendRaw(markAnswerPosted, paramsOf(id))).statusCode).toBe(401)
    expect((await operator.sendRaw(markAnswerPosted, paramsOf(999999))).statusCode).toBe(404)
  })
})

describe('a case that is opened again', () => {
  test('has a new term, and is rated anew', async () => {
    const id = await aCase()
    expect((await operator.sendRaw(reopenCase, paramsOf(id))).json().message).toBe('case_open')
    await answer(id)
    await eva.send(rateCase, { ...paramsOf(id), body: { rating: 1 } })
    expect((await eva.sendRaw(reopenCase, paramsOf(id))).statusCode).toBe(401)
    portal.setClock(new Date('2026-11-24T11:02:00Z'))
    expect((await operator.sendRaw(reopenCase, paramsOf(id))).statusCode).toBe(204)
    portal.setClock(new Date('2026-11-24T11:00:00Z'))
    expect(await operator.send(readCase, paramsOf(id))).toMatchObject({ state: 'being_processed', rating: null })
    const duty = (await findDutiesOf(db, `case:${id}`)).find(({ kind }) => kind === 'case_answer')
    expect(duty).toMatchObject({ state: 'open', started_at: new Date('2026-11-24T11:02:00Z') })
    expect((await operator.sendRaw(reopenCase, paramsOf(999999))).statusCode).toBe(404)
  })
})

describe('acts on several cases', () => {
  const act = (body: object, who = operator) => who.sendRaw(actOnCases, { body: body as never })

  test('assign them to who asks or to a colleague, and leave out closed ones', async () => {
    const [open, closed] = [await aCase(), await aCase()]
    await answer(closed)
    const reply = await act({ act: 'assign', ids: [open, closed] })
    expect(reply.json()).toEqual({ changed: 1, problems: ['case_closed'] })
    expect(await operator.send(readCase, paramsOf(open))).toMatchObject({
      ...{ assignee: { id: operatorId }, state: 'being_processed' },
    })
    expect((await act({ act: 'assign', ids: [open], operator_id: 999999 })).statusCode).toBe(400)
  })

  test('close those that were answered, and no other', async () => {
    const [unanswered, answered] = [await aCase(), await aCase()]
    const now = portal.context.clock()
    await db
      .updateTable('support_case')
      .set({ state: 'being_processed', answered_at: now })
      .where('case_id', '=', answered)
      .execute()
    const reply = await act({ act: 'close', ids: [unanswered, answered] })
    expect(reply.json()).toEqual({ changed: 1, problems: ['not_answered'] })
    expect((await operator.send(readCase, paramsOf(answered))).state).toBe('accepted')
    expect((await operator.send(readCase, paramsOf(unanswered))).state).toBe('in_process')
  })

  test('are no customer’s, and take a known act on at least one case', async () => {
    const id = await aCase()
    expect((await act({ act: 'assign', ids: [id] }, eva)).statusCode).toBe(401)
    expect((await act({ act: 'assign', ids: [] })).statusCode).toBe(400)
    expect((await act({ act: 'delete', ids: [id] })).statusCode).toBe(400)
  })
})

const linesOf = (body: string) =>
  body
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))

test('the list is exported with its filter', async () => {
  const [open, closed] = [await aCase({ title: 'Una abierta' }), await aCase({ title: 'Una cerrada' })]
  await answer(closed)
  const file = await operator.sendRaw(exportCases, { query: { state: 'open' } })
  const lines = linesOf(file.body)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Una abierta')
  expect(lines[1]![0]).toMatch(new RegExp(`-0*${open}$`))
  expect((await eva.sendRaw(exportCases, { query: {} })).statusCode).toBe(401)
})

describe('the reports', () => {
  /** A sequence of numbers that look random and are the same in each run. */
  function randomNumbers(seed: number) {
    let state = seed
    return (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((state / 2 ** 31) * below)
    }
  }

  const termHours = 240

  /** Cases as no one opens them, so that each figure of the reports differs by subject and type. Some are answered as their term ends. */
  async function insertRandomCases(count: number) {
    const random = randomNumbers(7)
    for (let index = 0; index < count; index++) {
      const opened = new Date(Date.UTC(2026, random(14) - 1, 1 + random(28), random(24)))
      const hours = random(10) === 0 ? termHours : random(700)
      const isAnswered = random(4) > 0
      const answered = isAnswered ? new Date(opened.getTime() + hours * 3_600_000) : null
      const isDenied = random(3) === 0
      const isRated = isAnswered && random(2) === 0
      const { case_id } = await db
        .insertInto('support_case')
        .values({
          ...{ customer_id: customerId, contract_id: contractId, locale: 'es', subject: 'x', updated_at: opened },
          ...{
            category_id: [10, 11, 20][random(3)]!,
            case_type: (['consultation', 'complaint', 'incident'] as const)[random(3)]!,
          },
          ...{ topic: random(9) === 8 ? null : caseTopics[random(8)]!, opened_at: opened, answered_at: answered },
          state: isAnswered ? (isDenied ? 'denied' : 'accepted') : 'being_processed',
          reopened_at: random(5) === 0 ? opened : null,
          ...(isRated ? { rating: 1 + random(5), rated_at: opened } : {}),
        })
        .returning('case_id')
        .executeTakeFirstOrThrow()
      const due = new Date(opened.getTime() + termHours * 3_600_000)
      await db
        .insertInto('duty')
        .values({
          ...{ kind: 'case_answer', subject: `case:${case_id}`, facts: '{}', norm: '{}', other_norms: '[]' },
          ...{ started_at: opened, due_on: due.toISOString().slice(0, 10), due_at: due },
          ...{ state: isAnswered ? 'done' : 'open', ended_at: answered },
        } as never)
        .execute()
    }
  }

  const madridDay = (instant: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(instant)
  async function rowsOf() {
    const cases = await db.selectFrom('support_case').selectAll().execute()
    const duties = await db.selectFrom('duty').where('kind', '=', 'case_answer').selectAll().execute()
    return cases.map((row) => ({
      ...row,
      day: madridDay(row.opened_at),
      duty: duties.find(({ subject }) => subject === `case:${row.case_id}`)!,
    }))
  }
  /** The value below which a share of the sorted numbers lies, between the two nearest ones. */
  function percentile(numbers: number[], share: number): number {
    const sorted = numbers.toSorted((one, other) => one - other)
    const at = share * (sorted.length - 1)
    const below = sorted[Math.floor(at)]!
    return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at))
  }
  const inTerm = ({ duty: { due_at: dueAt, ended_at: doneAt } }: { duty: { ended_at: Date | null; due_at: Date } }) =>
    doneAt !== null &&
    dutyStatusAt({ kind: 'case_answer', state: 'done', dueAt, doneAt }, portal.context.clock()) === 'done'

  test('of a year equals a recount of the rows', async () => {
    await insertRandomCases(300)
    const [head, ...lines] = linesOf((await operator.sendRaw(downloadYearReport, { query: { year: 2026 } })).body)
    expect(head).toHaveLength(13)
    const ofYear = (await rowsOf()).filter(({ day }) => day.startsWith('2026'))
    const now = portal.context.clock()
    const names = new Set(ofYear.map(({ topic }) => topic ?? 'other'))
    expect(lines).toHaveLength(names.size)
    expect(lines.reduce((sum, line) => sum + Number(line[1]), 0)).toBe(ofYear.length)
    const sorted = [...names].sort()
    for (const [index, topic] of sorted.entries()) {
      const rows = ofYear.filter((row) => (row.topic ?? 'other') === topic)
      const answered = rows.filter(({ answered_at }) => answered_at !== null)
      const hours = answered.map(({ opened_at, answered_at }) => (answered_at!.getTime() - opened_at.getTime()) / 3.6e6)
      const ratings = rows.flatMap(({ rating }) => (rating === null ? [] : [rating]))
      const mean = ratings.reduce((sum, each) => sum + each, 0) / ratings.length
      const deviation = Math.sqrt(ratings.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (ratings.length - 1))
      const error =
        ((1.96 * deviation) / Math.sqrt(ratings.length)) *
        Math.sqrt((answered.length - ratings.length) / (answered.length - 1))
      const withTerm = rows.filter(({ duty }) => duty.ended_at !== null || duty.due_at <= now)
      const onTime = rows.filter(inTerm)
      const expected = [
        ...[
          rows.length,
          answered.length,
          percentile(hours, 0.5),
          percentile(hours, 0.95),
          withTerm.length,
          onTime.length,
        ],
        ...[(onTime.length / withTerm.length) * 100, rows.filter(({ reopened_at }) => reopened_at).length],
        ...[ratings.length, mean, error, (error / 4) * 100],
      ]
      for (const [column, value] of expected.entries())
        expect(Math.abs(Number(lines[index]![column + 1]) - value), `${topic}, ${head![column + 1]}`).toBeLessThan(
          0.051,
        )
    }
  })

  test('of a quarter equals a recount of the complaints', async () => {
    await insertRandomCases(300)
    const file = await operator.sendRaw(downloadComplaintTable, { query: { quarter: '2026-2' } })
    const [, ...lines] = linesOf(file.body)
    const complaints = (await rowsOf()).filter(
      ({ day, case_type }) => day >= '2026-04-01' && day < '2026-07-01' && case_type === 'complaint',
    )
    const counts = [10, 11, 20]
      .map((category) => complaints.filter(({ category_id }) => category_id === category))
      .filter((rows) => rows.length > 0)
      .map((rows) => [
        ...[rows.length, rows.filter(({ state }) => state === 'accepted').length],
        ...[rows.filter(({ state }) => state === 'denied').length],
        ...[rows.filter(({ state }) => state === 'being_processed').length, rows.filter(inTerm).length],
      ])
    expect(lines.map((line) => line.slice(1).map(Number)).sort()).toEqual(counts.sort())
  })

  test('are refused to customers, for years that nobody reports and for quarters that do not exist', async () => {
    expect((await eva.sendRaw(downloadYearReport, { query: { year: 2026 } })).statusCode).toBe(401)
    expect((await eva.sendRaw(downloadComplaintTable, { query: { quarter: '2026-2' } })).statusCode).toBe(401)
    expect((await operator.sendRaw(downloadYearReport, { query: { year: 1900 } })).statusCode).toBe(400)
    expect((await operator.sendRaw(downloadComplaintTable, { query: { quarter: '2026-5' } })).statusCode).toBe(400)
  })
})

test.each([
  ['nobody rated', { count: 0, population: 9, deviation: null }, null],
  ['one of several rated', { count: 1, population: 9, deviation: null }, null],
  ['all rated', { count: 9, population: 9, deviation: 1 }, 0],
  ['a tenth rated', { count: 100, population: 1000, deviation: 1 }, 0.186],
])('the margin of error where %s', (_, sample, expected) => {
  const margin = marginOfError(sample)
  if (expected === null) expect(margin).toBeNull()
  else expect(margin).toBeCloseTo(expected, 3)
})
