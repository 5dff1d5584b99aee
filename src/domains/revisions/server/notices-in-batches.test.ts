import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestPortal } from '#app/server/testing/test-portal.ts'
import { createNoticeContexts } from '#app/server/wiring/mount-revisions.ts'
import { workOnDue } from '#kit/server/queue-runner.ts'
import { collectProofs } from './collect-proofs.ts'
import { createNoticeWorker } from './jobs.ts'
import type { NoticeDeps } from './prepare-notices.ts'
import { startRevision } from './revision-store.ts'
import { appliesOn, insertHeldContract, insertYear, planPrices } from './revisions-testing.ts'

const noon = new Date('2026-11-27T11:00:00Z')
const oneMinuteLater = new Date('2026-11-27T11:01:00Z')
const portal = await startTestPortal({ now: noon })
const { db } = portal.context
afterAll(() => portal.close())

/** One batch and a part of another one. */
const holders: Awaited<ReturnType<typeof insertHeldContract>>[] = []
while (holders.length < 60) holders.push(await insertHeldContract(portal, { hasUser: true }))
const contracts = holders.map(({ contract }) => contract)
const [first, second, third] = contracts as [(typeof contracts)[0], (typeof contracts)[0], (typeof contracts)[0]]
const productId = await planPrices(portal, first)
await insertYear(portal, first)

beforeEach(async () => {
  portal.setClock(noon)
  for (const table of ['revision_notice', 'revision', 'duty', 'outbox_message'] as const)
    await db.deleteFrom(table).execute()
})

/** Starts a revision with a notice for each of some contracts that waits to be prepared. */
async function announce(concerned: typeof contracts, { kind = 'prices' }: { kind?: 'prices' | 'terms' } = {}) {
  const change = { kind, productId, tariff: '2.0TD', appliesOn, userId: 1, now: noon, explanation: { es: 'Sube.' } }
  const started = await db.transaction().execute((trx) => startRevision(trx, change))
  if (typeof started === 'string') throw new Error(started)
  await db
    .insertInto('revision_notice')
    .values(
      concerned.map(({ customerId: customer_id, contractId: contract_id }) => ({
        ...{ customer_id, contract_id, revision_id: started.id, state: 'waiting', due_at: noon },
      })),
    )
    .execute()
  await db.updateTable('revision').set({ collected_at: noon }).execute()
  return started.id
}

const logged: object[] = []
function workerWith(changes: Partial<NoticeDeps> = {}) {
  const log = { error: (details: object) => void logged.push(details) }
  return createNoticeWorker({ ...portal.context, contextFor: createNoticeContexts(portal.context), log, ...changes })
}
/** Stores files as the portal does, but does something else with the one of a place. */
function filesWith(place: number, put: (store: () => Promise<string>) => Promise<string>): NoticeDeps['files'] {
  let count = 0
  const { files } = portal.context
  return {
    ...files,
    put: (content) => (++count === place ? put(() => files.put(content)) : files.put(content)),
  }
}
const notices = () =>
  db
    .selectFrom('revision_notice')
    .select(['contract_id', 'state', 'tries', 'message_id', 'file_key', 'late_reason', 'year'])
    .orderBy('contract_id')
    .execute()
const statesOf = async () => (await notices()).map(({ state }) => state)
/** The contracts with a mail in the outbox, each as often as it has one. */
const mailed = async () =>
  (await db.selectFrom('outbox_message').select('contract_id').orderBy('contract_id').execute()).map(
    ({ contract_id }) => contract_id,
  )
const idsOf = (concerned: typeof contracts) => concerned.map(({ contractId }) => contractId)

test('each notice of a batch has the mail, the document and the year of its own contract', async () => {
  await announce([first, second, third])
  await workOnDue(workerWith())
  expect(await mailed()).toEqual(idsOf([first, second, third]))
  const [known, unknown] = await notices()
  expect(known).toMatchObject({ state: 'mailed', tries: 1, year: { basis: 'billed' } })
  expect(unknown).toMatchObject({ state: 'mailed', tries: 1, year: null })
  const mail = await db
    .selectFrom('outbox_message')
    .where('message_id', '=', known!.message_id)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ contract_id: first.contractId, customer_id: first.customerId })
  expect(mail.values).toMatchObject({ contract: first.name, hasYear: 'yes' })
  expect(mail.attachments).toMatchObject([{ fileKey: known!.file_key }])
})

test('two workers at once send every notice once', async () => {
  await announce(contracts)
  await Promise.all([workOnDue(workerWith()), workOnDue(workerWith())])
  expect(await mailed()).toEqual(idsOf(contracts))
  expect(new Set(await statesOf())).toEqual(new Set(['mailed']))
  expect((await notices()).every(({ tries }) => tries === 1)).toBe(true)
})

describe('a notice that fails', () => {
  test('does not hold up its batch, and is tried again by itself', async () => {
    await announce([first, second, third])
    await workOnDue(workerWith({ files: filesWith(2, () => Promise.reject(new Error('no space'))) }))
    expect((await statesOf()).sort()).toEqual(['mailed', 'mailed', 'waiting'])
    expect(logged.at(-1)).toMatchObject({ error: 'no space' })
    expect(await mailed()).toHaveLength(2)
    expect(await workOnDue(workerWith())).toBe(false)
    portal.setClock(oneMinuteLater)
    await workOnDue(workerWith())
    expect(await mailed()).toEqual(idsOf([first, second, third]))
    expect((await notices()).map(({ tries }) => tries).sort()).toEqual([1, 1, 2])
  })

  test('only when it is sent does not hold it up either', async () => {
    const [notSent] = holders.slice(1)
    await db.updateTable('user_account').set({ locale: 'fr' }).where('user_id', '=', notSent!.userId).execute()
    await announce([first, second, third])
    const contextFor = createNoticeContexts(portal.context)
    const failing: NoticeDeps['contextFor'] = (locale) => {
      const context = contextFor(locale)
      const t = ((key: string, values: object) => {
        if (locale === 'fr' && key === 'document.fileName') throw new Error('no file name')
        return context.t(key as never, values as never)
      }) as typeof context.t
      return { ...context, t }
    }
    await workOnDue(workerWith({ contextFor: failing }))
    expect(await statesOf()).toEqual(['mailed', 'waiting', 'mailed'])
    expect(await mailed()).toEqual(idsOf([first, third]))
    portal.setClock(oneMinuteLater)
    await workOnDue(workerWith())
    expect(await mailed()).toEqual(idsOf([first, second, third]))
  })

  test('at every try is shown as failed in the end', async () => {
    await announce([first, second])
    const worker = workerWith({
      files: { ...portal.context.files, put: () => Promise.reject(new Error('no space')) },
    })
    for (let hour = 1; hour <= 9; hour++) {
      portal.setClock(new Date(noon.getTime() + hour * 3_600_000))
      await workOnDue(worker)
    }
    expect(await notices()).toMatchObject([
      { state: 'failed', tries: 8 },
      { state: 'failed', tries: 8 },
    ])
    expect(await mailed()).toEqual([])
  })
})

describe('a worker that is killed', () => {
  test('between preparing and sending leaves its batch to another one, and nothing is sent twice if it was only slow', async () => {
    await announce([first, second, third])
    const { promise: awakening, resolve: awake } = Promise.withResolvers<void>()
    const { promise: stored, resolve: store } = Promise.withResolvers<void>()
    const slow = workOnDue(
      workerWith({
        files: filesWith(3, async (put) => {
          const key = await put()
          store()
          await awakening
          return key
        }),
      }),
    )
    await stored
    expect(await mailed()).toEqual([])
    expect(await workOnDue(workerWith())).toBe(false)
    portal.setClock(oneMinuteLater)
    await workOnDue(workerWith())
    expect(await mailed()).toEqual(idsOf([first, second, third]))
    const sent = await notices()
    awake()
    await slow
    expect(await mailed()).toEqual(idsOf([first, second, third]))
    expect(await notices()).toEqual(sent)
  })

  test('between sending and the proof leaves the proof to others, and each is recorded once', async () => {
    await announce(contracts.slice(0, 5))
    await workOnDue(workerWith())
    await db
      .updateTable('outbox_message')
      .set({ sent_at: oneMinuteLater, sent_to: ['anna@example.test'] })
      .execute()
    portal.setClock(oneMinuteLater)
    expect(await workOnDue(workerWith())).toBe(false)
    await Promise.all([collectProofs(portal.context), collectProofs(portal.context)])
    const proofs = await db.selectFrom('revision_notice').select(['state', 'delivered_at', 'delivered_to']).execute()
    expect(proofs).toEqual(
      Array.from({ length: 5 }, () => ({
        ...{ state: 'delivered', delivered_at: oneMinuteLater, delivered_to: ['anna@example.test'] },
      })),
    )
    expect(await collectProofs(portal.context)).toBe(false)
    expect(await mailed()).toHaveLength(5)
  })
})

test('the proofs of a batch are each that of its own mail', async () => {
  await announce([first, second, third])
  await workOnDue(workerWith())
  const [one, other] = await notices()
  const outcomes: [string, object][] = [
    [one!.message_id!, { sent_at: noon, sent_to: ['anna@example.test', 'joan@example.test'] }],
    [other!.message_id!, { given_up_at: noon }],
  ]
  for (const [messageId, outcome] of outcomes)
    await db.updateTable('outbox_message').set(outcome).where('message_id', '=', messageId).execute()
  expect(await collectProofs(portal.context)).toBe(true)
  const rows = await db
    .selectFrom('revision_notice')
    .select(['state', 'delivered_at', 'delivered_to'])
    .orderBy('contract_id')
    .execute()
  expect(rows).toEqual([
    { state: 'delivered', delivered_at: noon, delivered_to: ['anna@example.test', 'joan@example.test'] },
    { state: 'to_post', delivered_at: null, delivered_to: [] },
    { state: 'mailed', delivered_at: null, delivered_to: [] },
  ])
})

describe('what is late in a batch is not sent', () => {
  test('while the others are', async () => {
    const late = await announce([second], { kind: 'terms' })
    await announce([first, third])
    await db.updateTable('revision').set({ notify_by: '2026-11-26' }).where('revision_id', '=', late).execute()
    await workOnDue(workerWith())
    expect(await notices()).toMatchObject([
      { state: 'mailed', late_reason: null },
      { state: 'too_late', late_reason: 'prepared_late', file_key: null },
      { state: 'mailed', late_reason: null },
    ])
    expect(await mailed()).toEqual(idsOf([first, third]))
  })

  test('if it has become so while the batch was prepared', async () => {
    const late = await announce([second], { kind: 'terms' })
    await announce([first])
    await db.updateTable('revision').set({ notify_by: '2026-11-27' }).where('revision_id', '=', late).execute()
    const nextDay = filesWith(1, (put) => {
      portal.setClock(new Date('2026-11-28T11:00:00Z'))
      return put()
    })
    await workOnDue(workerWith({ files: nextDay }))
    expect(await notices()).toMatchObject([
      { state: 'mailed' },
      { state: 'too_late', late_reason: 'prepared_late', message_id: null },
    ])
    expect(await mailed()).toEqual(idsOf([first]))
  })

  test('nor is that of a contract that no longer exists, or of a revision that was stopped', async () => {
    const stopped = await announce([second], { kind: 'terms' })
    await announce([first, { ...first, contractId: 999_999 }])
    await db.updateTable('revision').set({ state: 'stopped' }).where('revision_id', '=', stopped).execute()
    await workOnDue(workerWith())
    expect(await statesOf()).toEqual(['mailed', 'stopped', 'stopped'])
    expect(await mailed()).toEqual(idsOf([first]))
  })
})
