import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createAccessToken, listAccessTokens, revokeAccessToken } from '#domains/access-tokens/api.ts'
import { maxTokens } from '#domains/access-tokens/rules.ts'
import { readAnyChart } from '#domains/consumption/api.ts'
import { listInvoices } from '#domains/invoices/api.ts'
import { downloadInvoice } from '#domains/invoices/downloads.ts'
import { anAccount, callWithoutSession } from '#domains/session/server/session-testing.ts'
import { giveDataConsent, listDataConsents, listOwnData, renewDataConsent, withdrawDataConsent } from '../api.ts'
import { endDueConsents, notifyOfEndingConsents } from './data-consents.ts'

const noon = new Date('2026-11-27T11:00:00Z')
const afterTerm = new Date('2027-05-28T00:00:00+02:00')
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
beforeEach(() => portal.setClock(noon))
afterAll(() => portal.close())

type Person = { customerId: number; userId: number; owner: TestVisitor; contractId: number }

/** A user with two holders, each with a contract; the data of the first is what may be read. */
async function aPerson(): Promise<Person & { other: { customerId: number; contractId: number } }> {
  const { db } = portal.context
  const customerId = await insertCustomer(db, { name: 'Anna Güell' })
  const otherId = await insertCustomer(db, { name: 'Taller Güell, SL' })
  const { contractId } = await insertContract(db, { customerId })
  const other = await insertContract(db, { customerId: otherId })
  const userId = await anAccount(portal, { customerIds: [customerId, otherId] })
  const owner = await portal.as(userId)
  return { customerId, userId, owner, contractId, other: { customerId: otherId, contractId: other.contractId } }
}

const said = { third_party: 'Energía Ejemplo, SL', purpose: 'Hacerme una oferta', scopes: ['curves:read'] } as const

async function aConsent(changed: object = {}) {
  const person = await aPerson()
  const body = { ...said, scopes: [...said.scopes], holder_id: person.customerId, ...changed }
  const { token, valid_until } = await person.owner.send(giveDataConsent, { body })
  const [consent] = (await person.owner.send(listDataConsents, {})).items
  const params = { id: String(consent!.id) }
  return { ...person, consent: consent!, params, valid_until, headers: { authorization: `Bearer ${token}` } }
}

const body = { confirmed: true } as const
const curveOf = (contractId: number) => ({ params: { contractId: String(contractId), type: 'months' }, query: {} })
const dutiesOf = (customerId: number) =>
  portal.context.db
    .selectFrom('duty')
    .where('customer_id', '=', customerId)
    .select(['kind', 'state', 'due_on'])
    .execute()

describe('a consent to a third party', () => {
  test('lets it read what was chosen, of the holder that was chosen, for six months', async () => {
    const { contractId, other, headers, valid_until, consent, owner, customerId } = await aConsent()
    expect(valid_until).toBe('2027-05-27')
    expect((await callWithoutSession(portal, readAnyChart, curveOf(contractId), headers)).status).toBe(404)
    const ofOther = await callWithoutSession(portal, readAnyChart, curveOf(other.contractId), headers)
    expect([ofOther.status, ofOther.code]).toEqual([404, 'not_found'])
    expect((await callWithoutSession(portal, listInvoices, { query: {} }, headers)).code).toBe('scope_missing')
    expect(consent).toMatchObject({
      ...{ holder: 'Anna Güell', ...said, given_at: noon.toISOString(), valid_until: '2027-05-27' },
      ...{ state: 'active', last_used_at: null, renewed_at: null, ended_at: null },
    })
    const [used] = (await owner.send(listDataConsents, {})).items
    expect(used!.last_used_at).toBe(noon.toISOString())
    expect(await dutiesOf(customerId)).toEqual([{ kind: 'curve_consent', state: 'open', due_on: '2027-05-27' }])
  })

  test('to bills alone has no duty of curves', async () => {
    const { customerId, valid_until } = await aConsent({ scopes: ['invoices:read'] })
    expect(valid_until).toBe('2027-05-27')
    expect(await dutiesOf(customerId)).toEqual([])
  })

  test('is proved by the ledger, when given and when withdrawn', async () => {
    const { owner, params, customerId } = await aConsent()
    await owner.send(withdrawDataConsent, { params, body })
    const entries = await portal.context.db
      .selectFrom('consent_entry')
      .where('subject', '=', String(customerId))
      .where('subject_kind', '=', 'customer')
      .select(['purpose', 'agreed', 'text_hash'])
      .orderBy('consent_entry_id')
      .execute()
    expect(entries.map(({ purpose, agreed }) => [purpose, agreed])).toEqual([
      ['third_party_data', true],
      ['third_party_data', false],
    ])
  })

  test('ends at once when its customer withdraws it', async () => {
    const { owner, params, headers, contractId, customerId } = await aConsent()
    await owner.send(withdrawDataConsent, { params, body })
    expect((await callWithoutSession(portal, readAnyChart, curveOf(contractId), headers)).status).toBe(401)
    const [consent] = (await owner.send(listDataConsents, {})).items
    expect(consent).toMatchObject({ state: 'withdrawn', ended_at: noon.toISOString() })
    expect(await dutiesOf(customerId)).toMatchObject([{ state: 'cancelled' }])
    // A second press changes nothing.
    await owner.send(withdrawDataConsent, { params, body })
    expect((await owner.sendRaw(renewDataConsent, { params })).json().message).toBe('consent_ended')
  })

  test('ends by the clock, whoever looks first', async () => {
    const { userId, params, headers, contractId, customerId } = await aConsent()
    portal.setClock(new Date(afterTerm.getTime() - 1000))
    expect((await callWithoutSession(portal, readAnyChart, curveOf(contractId), headers)).status).toBe(404)
    portal.setClock(afterTerm)
    expect((await callWithoutSession(portal, readAnyChart, curveOf(contractId), headers)).status).toBe(401)
    const owner = await portal.as(userId)
    expect((await owner.send(listDataConsents, {})).items[0]!.state).toBe('expired')
    expect((await owner.sendRaw(renewDataConsent, { params })).statusCode).toBe(409)
    await endDueConsents(portal.context.db, afterTerm)
    expect((await owner.send(listDataConsents, {})).items[0]).toMatchObject({
      ...{ state: 'expired', ended_at: afterTerm.toISOString() },
    })
    expect(await dutiesOf(customerId)).toMatchObject([{ state: 'cancelled' }])
  })

  test('is renewed for another six months, with the same key', async () => {
    const { userId, params, headers, contractId, customerId } = await aConsent()
    portal.setClock(new Date('2027-05-20T10:00:00Z'))
    const owner = await portal.as(userId)
    expect(await owner.send(renewDataConsent, { params })).toEqual({ valid_until: '2027-11-20' })
    portal.setClock(afterTerm)
    expect(await endDueConsents(portal.context.db, afterTerm)).toBe(0)
    expect((await callWithoutSession(portal, readAnyChart, curveOf(contractId), headers)).status).toBe(404)
    expect(await dutiesOf(customerId)).toMatchObject([{ state: 'open', due_on: '2027-11-20' }])
  })

  test('ends with its key, where that is closed among the keys of programs', async () => {
    const { owner, params } = await aConsent()
    const [key] = (await owner.send(listAccessTokens, {})).items
    expect(key!.name).toBe(said.third_party)
    await owner.send(revokeAccessToken, { params: { id: String(key!.id) } })
    expect((await owner.send(listDataConsents, {})).items[0]!.state).toBe('access_revoked')
    expect((await owner.sendRaw(renewDataConsent, { params })).json().message).toBe('consent_ended')
    expect(await endDueConsents(portal.context.db, noon)).toBe(1)
    expect((await owner.send(listDataConsents, {})).items[0]).toMatchObject({ state: 'access_revoked' })
  })

  test('counts among the keys of its user', async () => {
    const { owner, customerId } = await aPerson()
    for (let count = 0; count < maxTokens; count++)
      await owner.send(createAccessToken, { body: { name: 'Casa', scopes: ['curves:read'], days: 30 } })
    const answer = await owner.sendRaw(giveDataConsent, {
      body: { ...said, scopes: [...said.scopes], holder_id: customerId },
    })
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'access_tokens_too_many'])
  })

  test.each([
    ['without whom', { third_party: ' ' }],
    ['with too long a name', { third_party: 'a'.repeat(81) }],
    ['without what for', { purpose: '' }],
    ['to nothing', { scopes: [] }],
    ['to something unknown', { scopes: ['contracts:write'] }],
  ])('is not given %s', async (_, wrong) => {
    const { owner, customerId } = await aPerson()
    const answer = await owner.sendRaw(giveDataConsent, {
      body: { ...said, holder_id: customerId, ...wrong } as never,
    })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'invalid'])
  })

  test('is given, renewed and withdrawn by its own customer alone, after a recent re-authentication', async () => {
    const { owner, userId, params, customerId } = await aConsent()
    const give = { body: { ...said, scopes: [...said.scopes], holder_id: customerId } }
    expect((await portal.anonymous.sendRaw(listDataConsents, {})).statusCode).toBe(401)
    expect((await portal.anonymous.sendRaw(giveDataConsent, give)).statusCode).toBe(401)
    expect((await portal.anonymous.sendRaw(renewDataConsent, { params })).statusCode).toBe(401)
    expect((await portal.anonymous.sendRaw(withdrawDataConsent, { params, body })).statusCode).toBe(401)
    const stranger = (await aPerson()).owner
    expect((await stranger.send(listDataConsents, {})).items).toEqual([])
    expect((await stranger.sendRaw(giveDataConsent, give)).json().message).toBe('no_such_holder')
    expect((await stranger.sendRaw(renewDataConsent, { params })).statusCode).toBe(404)
    expect((await stranger.sendRaw(withdrawDataConsent, { params, body })).statusCode).toBe(404)
    expect((await owner.sendRaw(withdrawDataConsent, { params: { id: 'x' }, body })).statusCode).toBe(404)
    expect((await owner.sendRaw(withdrawDataConsent, { params, body: {} as never })).statusCode).toBe(400)
    const looking = await portal.as(userId, { readonly: true })
    expect((await looking.sendRaw(giveDataConsent, give)).json().message).toBe('token_readonly')
    expect((await looking.sendRaw(renewDataConsent, { params })).json().message).toBe('token_readonly')
    expect((await looking.sendRaw(withdrawDataConsent, { params, body })).json().message).toBe('token_readonly')
    portal.setClock(new Date('2026-11-27T11:20:00Z'))
    expect((await owner.sendRaw(giveDataConsent, give)).json().message).toBe('fresh_authentication_required')
    expect((await owner.sendRaw(renewDataConsent, { params })).json().message).toBe('fresh_authentication_required')
  })
})

describe('the consumption of a billed period', () => {
  async function aBill() {
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const contract = await insertContract(db, { customerId })
    const period = { starts_on: '2026-10-01', ends_on: '2026-10-31', issued_on: '2026-11-05' }
    const invoiceId = await insertInvoice(db, { contract, ...period })
    await insertInvoice(db, { contract, starts_on: '2024-09-01', ends_on: '2024-09-30', issued_on: '2024-10-05' })
    await insertInvoice(db, { contract, ...period, is_held: true })
    const gas = await insertContract(db, { customerId, energy: 'gas' })
    await insertInvoice(db, { contract: gas, ...period, energy: 'gas' })
    const userId = await anAccount(portal, { customerIds: [customerId] })
    return { userId, owner: await portal.as(userId), params: { id: String(invoiceId), type: 'curve_csv' }, invoiceId }
  }

  test('is offered with each bill of two years, and notes when its customer took it', async () => {
    const { owner, params, invoiceId } = await aBill()
    const offered = await owner.send(listOwnData, {})
    expect(offered.items).toMatchObject([
      {
        ...{ invoice_id: invoiceId, starts_on: '2026-10-01', ends_on: '2026-10-31' },
        ...{ available_since: '2026-11-05', taken_at: null },
      },
    ])
    expect((await owner.sendRaw(downloadInvoice, { params })).statusCode).toBe(200)
    portal.setClock(new Date('2026-11-27T11:10:00Z'))
    expect((await owner.sendRaw(downloadInvoice, { params })).statusCode).toBe(200)
    expect((await owner.send(listOwnData, {})).items[0]!.taken_at).toBe('2026-11-27T11:10:00.000Z')
    const rows = await portal.context.db
      .selectFrom('own_data_access')
      .where('invoice_id', '=', invoiceId)
      .select('first_at')
      .execute()
    expect(rows).toEqual([{ first_at: noon }])
  })

  test('comes in pages, newest first', async () => {
    const { owner, invoiceId } = await aBill()
    expect(await owner.send(listOwnData, { query: { limit: '1', offset: '0' } })).toMatchObject({
      n_items: 1,
      items: [{ invoice_id: invoiceId }],
    })
    expect(await owner.send(listOwnData, { query: { limit: '1', offset: '1' } })).toEqual({ n_items: 1, items: [] })
    expect((await owner.sendRaw(listOwnData, { query: { limit: '101' } })).statusCode).toBe(400)
  })

  test('is not taken by a program, nor with another document', async () => {
    const { owner, params } = await aBill()
    const { token } = await owner.send(createAccessToken, {
      body: { name: 'Casa', scopes: ['invoices:read'], days: 30 },
    })
    const headers = { authorization: `Bearer ${token}` }
    expect((await portal.anonymous.sendRaw(downloadInvoice, { params }, { headers })).statusCode).toBe(200)
    expect((await owner.sendRaw(downloadInvoice, { params: { ...params, type: 'pdf' } })).statusCode).toBe(200)
    expect((await owner.send(listOwnData, {})).items[0]!.taken_at).toBe(null)
  })

  test('is its customer’s alone', async () => {
    await aBill()
    expect((await portal.anonymous.sendRaw(listOwnData, {})).statusCode).toBe(401)
    const stranger = await portal.as(
      await anAccount(portal, { customerIds: [await insertCustomer(portal.context.db)] }),
    )
    expect(await stranger.send(listOwnData, {})).toEqual({ items: [], n_items: 0 })
  })
})

describe('whoever gave a consent', () => {
  const noticesOf = async ({ customerId }: Person) =>
    portal.context.db
      .selectFrom('outbox_message')
      .where('kind', '=', 'data-sharing.consentEnds')
      .where('customer_id', '=', customerId)
      .select(['user_id', 'values', 'link'])
      .execute()
  const at = (instant: string) => notifyOfEndingConsents(portal.context.db, new Date(instant))

  test('is told two weeks before it ends, once, and again after it was renewed', async () => {
    const person = await aConsent()
    await at('2027-05-13T21:59:00Z')
    expect(await noticesOf(person)).toEqual([])
    await at('2027-05-14T11:00:00Z')
    await at('2027-05-15T11:00:00Z')
    expect(await noticesOf(person)).toEqual([
      {
        user_id: person.userId,
        values: { thirdParty: said.third_party, day: '2027-05-27' },
        link: '/profile/data-sharing',
      },
    ])
    portal.setClock(new Date('2027-05-20T11:00:00Z'))
    const owner = await portal.as(person.userId)
    await owner.send(renewDataConsent, { params: person.params })
    await at('2027-05-21T11:00:00Z')
    expect(await noticesOf(person)).toHaveLength(1)
    await at('2027-11-10T11:00:00Z')
    expect(await noticesOf(person)).toHaveLength(2)
  })

  test('is not told of one that was withdrawn', async () => {
    const person = await aConsent()
    await person.owner.send(withdrawDataConsent, { params: person.params, body: { confirmed: true } })
    await at('2027-05-14T11:00:00Z')
    expect(await noticesOf(person)).toEqual([])
  })
})
