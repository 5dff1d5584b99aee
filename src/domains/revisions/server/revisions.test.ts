import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { createNoticeContexts } from '#app/server/wiring/mount-revisions.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { locales } from '#vocabulary/locale.ts'
import { leaveOnRevision, listRevisions, readRevision } from '../api.ts'
import { startRevisionCall } from '../desk/api.ts'
import { downloadNotice } from '../downloads.ts'
import { drawNotice } from './draw-notice.ts'
import { findNoticeContracts } from './notice-contract.ts'
import { findRevision } from './revision-store.ts'
import { appliesOn, deliverNotices, insertHeldContract, insertYear, planPrices } from './revisions-testing.ts'

const noon = new Date('2026-11-27T11:00:00Z')
const { portal, operator } = await deskPortal({ now: noon })
const explanation = { es: 'Sube el mercado.', ca: 'Puja el mercat.' }

let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let notice: string
let userId: number
let customerId: number
let contractId: number
let revisionId: string

beforeAll(async () => {
  const held = await insertHeldContract(portal, { hasUser: true })
  const { contract } = held
  userId = held.userId
  const product_id = await planPrices(portal, contract)
  await insertYear(portal, contract)
  ;({ customerId, contractId } = contract)
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(portal.context.db))
  const body = { kind: 'prices', product_id, tariff: '2.0TD', applies_on: appliesOn, explanation } as const
  revisionId = (await operator.send(startRevisionCall, { body })).id
  await deliverNotices(portal, { sentAt: noon })
  notice = (await anna.send(listRevisions, {})).items[0]!.id
})
afterAll(() => portal.close())

const leave = (visitor: TestVisitor, body: object = { confirmed: true }) =>
  visitor.sendRaw(leaveOnRevision, { params: { id: notice }, body: body as never })
const codeOf = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]

describe('a customer', () => {
  test('sees what an announced change costs in their own year, with every price', async () => {
    const details = await anna.send(readRevision, { params: { id: notice } })
    expect(details).toMatchObject({ kind: 'prices', status: 'announced', explanation: 'Sube el mercado.' })
    expect(details.delivered_at).toBe(noon.toISOString())
    expect(details.year).toMatchObject({ basis: 'billed', kwh: 2500 })
    expect(details.year!.after).toBeGreaterThan(details.year!.before)
    expect(details.prices.find(({ term, period }) => term === 'energy' && period === 1)).toMatchObject({
      ...{ before: '0.2', after: '0.25' },
    })
  })

  test('gets a mail with the notice apart from any bill', async () => {
    const mail = await portal.context.db
      .selectFrom('outbox_message')
      .where('kind', '=', 'revisions.prices')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ customer_id: customerId, link: `/revisions/${notice}` })
    expect(mail.values).toMatchObject({ day: appliesOn, hasYear: 'yes' })
    expect(mail.attachments).toHaveLength(1)
  })

  test('downloads it, and nobody else does', async () => {
    const file = await anna.sendRaw(downloadNotice, { params: { id: notice } })
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(await readPdfText(file.rawPayload)).toContain('Sube el mercado.')
    for (const call of [downloadNotice, readRevision] as const) {
      expect((await stranger.sendRaw(call, { params: { id: notice } })).statusCode).toBe(404)
      expect((await portal.anonymous.sendRaw(call, { params: { id: notice } })).statusCode).toBe(401)
    }
    expect((await anna.sendRaw(readRevision, { params: { id: 'x' } })).statusCode).toBe(404)
    expect((await stranger.send(listRevisions, {})).items).toEqual([])
  })

  test('leaves free of charge, once, until the day it applies', async () => {
    expect(codeOf(await leave(portal.anonymous))).toEqual([401, 'unauthenticated'])
    expect((await leave(stranger)).statusCode).toBe(404)
    expect(codeOf(await leave(annaReadonly))).toEqual([403, 'token_readonly'])
    expect((await leave(anna, {})).statusCode).toBe(400)
    expect((await leave(anna)).json()).toEqual({ leaves_on: '2027-01-14' })
    expect(codeOf(await leave(anna))).toEqual([409, 'already_left'])
    expect((await anna.send(listRevisions, {})).items[0]).toMatchObject({ status: 'left' })
    expect((await auditOf(portal, userId)).filter(([action]) => action === 'contract_left')).toHaveLength(1)
  })
})

test('a change that applies can no longer be left by it', async () => {
  const { db } = portal.context
  await db.updateTable('revision_notice').set({ left_at: null }).execute()
  await db.updateTable('revision').set({ applies_on: '2026-11-27' }).execute()
  expect(codeOf(await leave(anna))).toEqual([409, 'already_applied'])
  await db.updateTable('revision').set({ applies_on: appliesOn }).execute()
})

test.each(locales)('the notice in %s has the day, each price, the year and the right to leave', async (locale) => {
  const { db, files } = portal.context
  expect(files).toBeDefined()
  const contract = (await findNoticeContracts(db, [{ customerId, contractId }], '2026-11-27')).get(contractId)!
  const revision = (await findRevision(db, revisionId))!
  const year = {
    ...({ basis: 'measured', firstDay: '2025-11-27', lastDay: '2026-11-26', energyWh: 2_500_000 } as const),
    ...{ beforeCents: 70_000, afterCents: 74_250 },
  }
  const context = createNoticeContexts(portal.context)(locale)
  const text = await readPdfText(await drawNotice({ revision, contract, year, writtenAt: noon }, context))
  for (const part of ['document.rights', 'priceTable.title', 'year.title', 'why.title'] as const)
    expect(text).toContain(context.t(part))
  for (const part of [contract.name, '2027', '0,25', '742,50', '42,50'])
    expect(text.replaceAll('.', ',')).toContain(part)
})

test('the mail of a file read twice stays the same', async () => {
  const file = await anna.sendRaw(downloadNotice, { params: { id: notice } })
  const { file_key } = await portal.context.db
    .selectFrom('revision_notice')
    .where('notice_id', '=', notice)
    .select('file_key')
    .executeTakeFirstOrThrow()
  expect(await buffer((await portal.context.files.get(file_key!))!)).toEqual(file.rawPayload)
})
