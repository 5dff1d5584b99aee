import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice } from '#app/server/testing/builders.ts'
import { mailTextsOf } from '#app/server/wiring/mount-messages.ts'
import { lockInvoiceImports } from '#domains/invoice-records/server/lock-imports.ts'
import { renderMessageText } from '#domains/messages/server/render-message.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { type Locale, locales } from '#vocabulary/locale.ts'
import { listDuties, recordEvent } from '../api.ts'

// A Friday.
const noon = new Date('2026-11-27T11:00:00Z')
const { portal, operator } = await deskPortal({ now: noon })
const { db } = portal.context
const { visitor: sales } = await createTestOperator(portal, undefined, ['sales'])
const { visitor: content } = await createTestOperator(portal, undefined, ['content'])
const eva = await insertCustomer(db, { name: 'Eva García' })
const { contractId, name } = await insertContract(db, { customerId: eva })

beforeEach(() => db.deleteFrom('duty').execute())
afterAll(() => portal.close())

const subjects = async (query: object = {}, who = operator) =>
  (await who.send(listDuties, { query: query as never })).items.map(({ subject }) => subject)
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]

const sentOn = '2026-11-25T12:00:00Z'

type TestContract = Awaited<ReturnType<typeof insertContract>>

const insertReadingCase = (contract: TestContract, values: object) =>
  db
    .insertInto('support_case')
    .values({
      ...{ customer_id: contract.customerId, contract_id: contract.contractId, case_type: 'query', state: 'accepted' },
      ...{ subject: 'Lectura', locale: 'es', opened_at: sentOn, updated_at: sentOn },
      reading: JSON.stringify({ day: '2026-11-25', amounts: [1] }),
      ...values,
    })
    .execute()

const insertReading = ({ supplyPointId }: TestContract, values: object) =>
  db
    .insertInto('meter_reading')
    .values({ supply_point_id: supplyPointId, day: '2026-11-24', register_wh: [1], is_estimated: false, ...values })
    .execute()

const mailSubjects: Readonly<Record<string, string>> = {
  call_recording: 'La grabación que pediste',
  contract_end: 'El fin de tu contrato',
  own_reading: 'Nos falta la lectura de tu contador',
  ombudsman_decision: 'Tu disputa en el defensor del cliente',
  connection_offer: 'El presupuesto que pediste',
  connection: 'La conexión que pediste',
  overbilling_refund: 'Te hemos facturado de más',
}

describe('recording an event', () => {
  const event = {
    kind: 'call_recording' as const,
    ...{ about: name, day: '2026-11-26', time: '09:30', note: 'Pide la grabación por teléfono.' },
  }
  const record = (body: object = {}, who = operator) => who.sendRaw(recordEvent, { body: { ...event, ...body } })
  const stored = (id: string) => db.selectFrom('duty').where('duty_id', '=', id).selectAll().executeTakeFirstOrThrow()

  test('opens its duty from the hour at which it happened, and is in the audit log', async () => {
    const { id, due_on } = (await record()).json()
    expect(due_on).toBe('2026-12-16')
    expect(await stored(id)).toMatchObject({
      ...{ kind: 'call_recording', state: 'open', customer_id: eva, contract_id: contractId, event_note: event.note },
      started_at: new Date('2026-11-26T08:30:00Z'),
    })
    const { items } = await operator.send(listDuties, { query: { kind: 'call_recording' } })
    expect(items).toMatchObject([{ note: event.note, customer: { name: 'Eva García' } }])
    const entry = await db
      .selectFrom('audit_entry')
      .where('action', '=', 'duty_recorded')
      .where('subject', '=', `duty:${id}`)
      .select(['after', 'customer_id'])
      .executeTakeFirst()
    expect(entry).toEqual({
      ...{ customer_id: eva },
      after: { kind: 'call_recording', day: '2026-11-26', time: '09:30', dueOn: '2026-12-16' },
    })
  })

  test.each<[string, object, string]>([
    ['a customer without a contract', { about: ' 12345678-z ' }, '2026-12-16'],
    ['a dispute', { kind: 'ombudsman_decision' }, '2027-01-26'],
    ['an end to come, before it', { kind: 'contract_end', day: '2026-12-18' }, '2026-12-11'],
    ['a small offer', { kind: 'connection_offer', power: 9.2 }, '2026-12-03'],
    ['a larger one', { kind: 'connection_offer', power: 40 }, '2026-12-11'],
    ['a connection by what it takes', { kind: 'connection', topic: 'extension' }, '2027-01-12'],
  ])('%s is due by its norm', async (_, body, dueOn) => {
    await db.updateTable('customer').set({ tax_id: '12345678Z' }).where('customer_id', '=', eva).execute()
    expect((await record(body)).json()).toMatchObject({ due_on: dueOn })
  })

  const mailsTo = (customerId: number) =>
    db
      .selectFrom('outbox_message')
      .where('customer_id', '=', customerId)
      .where('kind', '=', 'duties.recorded')
      .orderBy('created_at')
      .select(['values', 'link', 'contract_id'])
      .execute()

  test('its customer is told what follows, by when, and what they can do if it does not, in each language', async () => {
    const pau = await insertCustomer(db, { name: 'Pau Roca' })
    const theirs = await insertContract(db, { customerId: pau })
    await record({ kind: 'connection', topic: 'meter', about: theirs.name })
    const [mail] = await mailsTo(pau)
    expect(mail).toMatchObject({ link: `/contracts/electricity/${theirs.name}`, contract_id: theirs.contractId })
    const read = (locale: Locale) => {
      const { kind, values } = { kind: 'duties.recorded', values: mail!.values as Record<string, string> }
      return renderMessageText(mailTextsOf, { kind, values, locale })
    }
    expect(read('es')).toEqual({
      ...{ subject: 'La conexión que pediste', figure: null, action: 'Ver el plazo en tu contrato' },
      paragraphs: [
        'El 26/11/2026 pediste una conexión.',
        'Te conectan antes de que acabe el 03/12/2026. Si no, puedes reclamar ante energía de tu comunidad. Si se incumple, te corresponde una compensación en tu factura.',
      ],
    })
    for (const locale of locales) expect(read(locale).paragraphs.join(' ')).toMatch(/03.12.2026/)
  })

  test.each<[string, object]>([
    ['call_recording', {}],
    ['contract_end', { day: '2026-12-18' }],
    ['own_reading', {}],
    ['ombudsman_decision', {}],
    ['connection_offer', { power: 9.2 }],
    ['connection', { topic: 'extension' }],
    ['overbilling_refund', {}],
  ])('%s has a mail of its own', async (kind, body) => {
    const marta = await insertCustomer(db, { name: 'Marta Gil' })
    const theirs = await insertContract(db, { customerId: marta })
    expect((await record({ kind, about: theirs.name, ...body })).statusCode).toBe(200)
    const [mail] = await mailsTo(marta)
    const { subject } = renderMessageText(mailTextsOf, {
      ...{ kind: 'duties.recorded', values: mail!.values as Record<string, string>, locale: 'es' },
    })
    expect(subject).toBe(mailSubjects[kind])
  })

  test('what concerns the retailer alone tells no customer', async () => {
    const nil = await insertCustomer(db, { name: 'Nil Serra' })
    const { name: about } = await insertContract(db, { customerId: nil })
    expect((await record({ kind: 'underbilling_correction', topic: 'retailer', about })).statusCode).toBe(200)
    expect(await mailsTo(nil)).toEqual([])
  })

  const corrected = {
    overbilled: { kind: 'overbilled', amountCents: 1000, billedOn: '2026-10-01', paidOn: '2026-10-10' },
    underbilled: { kind: 'underbilled', amountCents: 1000, errorOn: '2026-10-01' },
  }
  test.each<[string, object, object, string | null]>([
    ['a bill that has given it back', { kind: 'overbilling_refund' }, {}, '2026-11-24T23:00:00Z'],
    ['one of the same day', { kind: 'overbilling_refund', day: '2026-11-25' }, {}, '2026-11-25T08:30:00Z'],
    [
      'one that has charged it',
      { kind: 'underbilling_correction', topic: 'retailer' },
      { correction: corrected.underbilled },
      '2026-11-24T23:00:00Z',
    ],
    ['one that charges instead', { kind: 'overbilling_refund' }, { correction: corrected.underbilled }, null],
    ['one that corrects nothing', { kind: 'overbilling_refund' }, { correction: null }, null],
    ['one that is held', { kind: 'overbilling_refund' }, { is_held: true }, null],
    ['one from before the event', { kind: 'overbilling_refund' }, { issued_on: '2026-11-19' }, null],
    ['one about another kind', { kind: 'own_reading' }, {}, null],
  ])('that is recorded after %s is done at its moment or still open', async (title, body, invoice, endedAt) => {
    const ona = await insertCustomer(db, { name: 'Ona Mir' })
    const theirs = await insertContract(db, { customerId: ona })
    const other = await insertContract(db, { customerId: ona })
    const number = `STORED-${theirs.contractId}`
    await insertInvoice(db, {
      ...{ contract: theirs, number, issued_on: '2026-11-25', starts_on: '2026-10-01', ends_on: '2026-10-31' },
      ...{ correction: corrected.overbilled, ...invoice },
    })
    const of = (about: string) => record({ day: '2026-11-20', about, ...body })
    const { id, done_by: doneBy } = (await of(theirs.name)).json()
    const [state, endedOf] = endedAt ? ['done', new Date(endedAt)] : ['open', null]
    expect(await stored(id)).toMatchObject({ state, ended_at: endedOf })
    expect(doneBy, title).toEqual(endedAt ? { kind: 'invoice', name: number } : null)
    expect(await mailsTo(ona), 'nobody is told to wait for what is done').toHaveLength(endedAt ? 0 : 1)
    const elsewhere = (await of(other.name)).json()
    expect(await stored(elsewhere.id), 'it is about its contract alone').toMatchObject({ state: 'open' })
  })

  test.each<[string, { sent?: object; taken?: object }, object | null]>([
    ['its customer has sent it', { sent: {} }, { state: 'done', ended_at: new Date(sentOn), kind: 'case' }],
    ['its customer had sent one before', { sent: { opened_at: '2026-11-20T07:00:00Z' } }, null],
    ['what its customer sent was refused', { sent: { state: 'denied' } }, null],
    ['its customer wrote about something else', { sent: { reading: null } }, null],
    [
      'the meter was read',
      { taken: {} },
      { state: 'cancelled', ended_at: new Date('2026-11-23T23:00:00Z'), kind: 'reading' },
    ],
    [
      'it was read on the same day',
      { taken: { day: '2026-11-20' } },
      { state: 'cancelled', ended_at: new Date('2026-11-20T08:30:00Z'), kind: 'reading' },
    ],
    ['it was read before', { taken: { day: '2026-11-19' } }, null],
    ['it was estimated', { taken: { is_estimated: true } }, null],
  ])(
    'that a meter could not be read, recorded after %s, asks its customer only if needed',
    async (_, { sent, taken }, ended) => {
      const ada = await insertCustomer(db, { name: 'Ada Font' })
      const theirs = await insertContract(db, { customerId: ada })
      if (sent) await insertReadingCase(theirs, sent)
      if (taken) await insertReading(theirs, taken)
      const { id, done_by: doneBy } = (
        await record({ kind: 'own_reading', day: '2026-11-20', about: theirs.name })
      ).json()
      const { kind, ...row } = { kind: undefined, state: 'open', ended_at: null, ...ended }
      expect([await stored(id), doneBy?.kind]).toMatchObject([row, kind])
      expect(await mailsTo(ada), 'nobody is asked for what has come').toHaveLength(ended ? 0 : 1)
    },
  )

  test('that is recorded while a bill comes in is done by it', async () => {
    const teo = await insertCustomer(db, { name: 'Teo Pi' })
    const theirs = await insertContract(db, { customerId: teo })
    const importing = await db.startTransaction().execute()
    await lockInvoiceImports(importing)
    await insertInvoice(importing, {
      ...{ contract: theirs, number: 'ARRIVING-1', issued_on: '2026-11-22', correction: corrected.overbilled },
    })
    const recorded = record({ kind: 'overbilling_refund', day: '2026-11-20', about: theirs.name })
    await pause(300)
    await importing.commit().execute()
    expect((await recorded).json()).toMatchObject({ done_by: { kind: 'invoice', name: 'ARRIVING-1' } })
  })

  test('that is recorded after a bill was released is done at its release', async () => {
    const noa = await insertCustomer(db, { name: 'Noa Sala' })
    const theirs = await insertContract(db, { customerId: noa })
    const invoiceId = await insertInvoice(db, {
      ...{ contract: theirs, number: 'RELEASED-1', issued_on: '2026-11-22', correction: corrected.overbilled },
    })
    const releasedAt = new Date('2026-11-26T10:00:00Z')
    await db
      .insertInto('bill_hold')
      .values({
        ...{ customer_id: noa, invoice_id: invoiceId, state: 'released', difference_cents: 100 },
        ...{ fault_kinds: [], held_at: new Date('2026-11-22T10:00:00Z'), decided_at: releasedAt },
      })
      .execute()
    const { id } = (await record({ kind: 'overbilling_refund', day: '2026-11-20', about: theirs.name })).json()
    expect(await stored(id)).toMatchObject({ state: 'done', ended_at: releasedAt })
  })

  test('each is one of its own, but a meter is read once', async () => {
    const ids = [await record(), await record()].map((reply) => reply.json().id)
    expect(new Set(ids).size).toBe(2)
    const reading = { kind: 'own_reading' }
    const [first, again] = [(await record(reading)).json(), (await record({ ...reading, day: '2026-11-27' })).json()]
    expect(again.id).toBe(first.id)
    expect(await stored(again.id)).toMatchObject({ subject: `readings:${contractId}`, due_on: '2026-12-14' })
  })

  test.each<[string, object, string]>([
    ['nobody', { about: 'nada' }, 'about'],
    ['a dispute without a contract', { kind: 'ombudsman_decision', about: '12345678Z' }, 'about'],
    ['a day to come', { day: '2026-11-28' }, 'day'],
    ['no day', { day: 'ayer' }, 'day'],
    ['no hour', { time: '25:00' }, 'time'],
    ['an offer for no power', { kind: 'connection_offer' }, 'power'],
    ['an unlikely power', { kind: 'connection_offer', power: -1 }, 'power'],
    ['a connection of an unknown kind', { kind: 'connection', topic: 'x' }, 'topic'],
    ['no note', { note: ' ' }, 'note'],
  ])('refuses %s', async (_, body, field) => {
    await db.updateTable('customer').set({ tax_id: '12345678Z' }).where('customer_id', '=', eva).execute()
    const refused = await record(body)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })

  test('refuses what no norm in force asks for, what the product sees itself, and what the role does not see', async () => {
    const temporary = { kind: 'temporary_power_request', day: '2026-12-18' }
    expect(refusal(await record(temporary))).toEqual([409, 'no_norm'])
    expect((await record({ kind: 'case_answer' })).statusCode).toBe(400)
    const refused = await record({}, sales)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['kind']])
    expect((await record({}, content)).statusCode).toBe(403)
    expect(await subjects({ kind: 'call_recording' })).toEqual([])
  })
})
