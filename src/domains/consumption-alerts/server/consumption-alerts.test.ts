import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { signCaseToken } from '#domains/support/server/case-link.ts'
import type { Form, FormHandler, FormOutcome, ServeForm } from '#kit/server/form.ts'
import { chooseConsumptionAlerts, listConsumptionAlerts, readLinkedAlert } from '../api.ts'
import { alertKinds } from '../rules.ts'
import { signAlertLink, signAlertToken, storedAlertLink } from './alert-link.ts'
import { alertOffForm } from './alert-off-form.ts'

const now = new Date('2026-11-20T10:00:00Z')
const all = { budget: 70.5, standby: 100, nothing_used: 2, over_power: true }
const none = { budget: null, standby: null, nothing_used: null, over_power: false }

let portal: TestPortal
let customerId: number
let annaId: number
let anna: TestVisitor
let annaReadonly: TestVisitor
let other: TestVisitor
let stranger: TestVisitor
let contract: CreatedContract
let gas: CreatedContract

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, power_watts: [3_450, 5_750] })
  gas = await insertContract(db, { customerId, energy: 'gas' })
  await insertContract(db, { customerId, ends_on: '2026-11-19' })
  annaId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(annaId)
  annaReadonly = await portal.as(annaId, { readonly: true })
  other = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(now)
  await portal.context.db.deleteFrom('consumption_alert').execute()
})

const choose = (visitor: TestVisitor, body: object, id: number | string = contract.contractId) =>
  visitor.sendRaw(chooseConsumptionAlerts, { params: { id: String(id) }, body: body as never })
const list = async (visitor = anna, query: { contract?: string } = {}) =>
  (await visitor.send(listConsumptionAlerts, { query })).items.filter(({ energy }) => energy === 'electricity')

describe('the alerts of a contract', () => {
  test('are off at first, on active contracts', async () => {
    expect(await anna.send(listConsumptionAlerts, { query: {} })).toMatchObject({
      items: [
        { contract_id: contract.contractId, contract: contract.name, powers: [3.45, 5.75], ...none, notices: [] },
        { contract_id: gas.contractId, energy: 'gas', powers: [], ...none, notices: [] },
      ],
      n_contracts: 2,
    })
  })

  test('are turned on with their figures, changed and turned off, by each user for themselves', async () => {
    expect((await choose(anna, all)).json()).toMatchObject(all)
    expect(await list()).toMatchObject([all])
    expect(await list(other)).toMatchObject([none])
    expect((await choose(anna, { ...none, standby: 150 })).statusCode).toBe(200)
    expect(await list()).toMatchObject([{ ...none, standby: 150 }])
    await choose(anna, none)
    expect(await list()).toMatchObject([none])
  })

  test('of gas are those of its budget: it has no hours', async () => {
    expect((await choose(anna, { ...none, budget: 60 }, gas.contractId)).json()).toMatchObject({ ...none, budget: 60 })
    for (const byHours of [{ standby: 100 }, { nothing_used: 1 }, { over_power: true }]) {
      const answer = await choose(anna, { ...none, ...byHours }, gas.contractId)
      expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'gas_without_hours'])
    }
  })

  test('keep since when they are on while only their figure changes', async () => {
    const { db } = portal.context
    const rows = () => db.selectFrom('consumption_alert').select(['kind', 'figure', 'turned_on_at']).execute()
    await choose(anna, { ...none, standby: 100 })
    portal.setClock(new Date('2026-11-20T10:10:00Z'))
    await choose(anna, { ...none, standby: 200 })
    expect(await rows()).toEqual([{ kind: 'standby', figure: 200, turned_on_at: now }])
  })

  test('are listed for one contract by its id', async () => {
    expect(await list(anna, { contract: String(contract.contractId) })).toHaveLength(1)
    expect(await list(anna, { contract: 'X' })).toEqual([])
    expect(await list(stranger, { contract: String(contract.contractId) })).toEqual([])
  })

  test('are not overwritten by whoever has not seen the last change', async () => {
    const [seen] = await list()
    await choose(anna, { ...none, standby: 150 })
    const answer = await choose(anna, { ...all, version: seen!.version })
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'changed_meanwhile'])
    expect(answer.json().current).toMatchObject({ ...none, standby: 150 })
    const [current] = await list()
    expect((await choose(anna, { ...all, version: current!.version })).statusCode).toBe(200)
  })

  test('are refused to anybody else, and to a read-only user', async () => {
    expect((await portal.anonymous.sendRaw(listConsumptionAlerts, { query: {} })).statusCode).toBe(401)
    expect((await choose(portal.anonymous, all)).statusCode).toBe(401)
    expect((await choose(stranger, all)).statusCode).toBe(404)
    expect((await choose(anna, all, 'x')).statusCode).toBe(404)
    expect((await choose(annaReadonly, all)).statusCode).toBe(403)
    expect(await list()).toMatchObject([none])
  })

  test.each<[field: string, body: object, code: string]>([
    ['budget', { budget: 0.5 }, 'invalid_budget'],
    ['budget', { budget: 70.505 }, 'invalid_budget'],
    ['budget', { budget: '70' }, 'invalid_budget'],
    ['standby', { standby: 9 }, 'invalid_watts'],
    ['nothing_used', { nothing_used: 1.5 }, 'invalid_days'],
    ['nothing_used', { nothing_used: 31 }, 'invalid_days'],
  ])('are refused with a wrong %s: %j', async (field, body, code) => {
    const answer = await choose(anna, { ...all, ...body })
    expect(answer.statusCode).toBe(400)
    expect(JSON.stringify(answer.json())).toContain(code)
    expect(answer.json().error.fields).toHaveProperty(field)
  })

  test('are refused for a contract that has ended', async () => {
    const { db } = portal.context
    const ended = await insertContract(db, { customerId, state: 'baixa' })
    const answer = await choose(anna, all, ended.contractId)
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'contract_ended'])
  })
})

describe('the link in a mail', () => {
  const keyOf = () => ({ userId: annaId, customerId, contractId: contract.contractId, kind: 'standby' as const })
  const keys = () => portal.context.sessionKeys
  const token = (at = now) => signAlertToken(keyOf(), { keys: keys(), now: at })
  const read = (link: string) => portal.anonymous.sendRaw(readLinkedAlert, { params: { token: link } })
  /** Posts the form of the page, as a browser without script and the button of a mail program do. */
  function post(link: string, fields: Record<string, string> = {}): Promise<FormOutcome> {
    let submit: FormHandler<Form> | undefined
    const serve: ServeForm = (_, handler) => {
      submit = handler as never
    }
    alertOffForm({ ...portal.context, serve })
    const actor = { kind: 'anonymous', readonly: false, locale: 'es' } as never
    const [request, reply] = [{} as never, {} as never]
    return submit!({ actor, fields, address: `/alerts?link=${encodeURIComponent(link)}`, request, reply })
  }

  test('is signed when its mail is written, and names one alert', async () => {
    const link = await signAlertLink(storedAlertLink(keyOf()), { keys: keys(), now })
    const signed = new URL(link, 'https://portal.test').searchParams.get('link')!
    expect((await read(signed)).json()).toEqual({
      ...{ kind: 'standby', contract_id: contract.contractId, contract: contract.name, is_on: false },
    })
    await choose(anna, all)
    expect((await read(signed)).json()).toMatchObject({ is_on: true })
  })

  test.each([{}, { 'List-Unsubscribe': 'One-Click' }])(
    'turns off its alert alone, by one press: %j',
    async (fields) => {
      await choose(anna, all)
      await choose(other, all)
      const link = await token()
      const done = { kind: 'redirect', address: `/alerts?link=${link}` }
      expect(await post(link, fields as Record<string, string>)).toEqual(done)
      expect(await list()).toMatchObject([{ ...all, standby: null }])
      expect(await list(other)).toMatchObject([all])
      expect(await post(link), 'again it stays off').toEqual(done)
      expect((await read(link)).json()).toMatchObject({ is_on: false })
    },
  )

  test('does nothing if it is altered, of another purpose or too old', async () => {
    await choose(anna, all)
    const old = await token(new Date('2026-05-01T10:00:00Z'))
    const ofCase = await signCaseToken(1, { keys: keys(), now })
    for (const wrong of ['x', 'x.y.z', `${await token()}x`, old, ofCase]) {
      expect((await read(wrong)).statusCode).toBe(404)
      expect(await post(wrong)).toEqual({ kind: 'invalid', failed: ['not_found'] })
    }
    expect(await list()).toMatchObject([all])
  })

  test('is another one for each kind', async () => {
    const links = alertKinds.map((kind) => storedAlertLink({ ...keyOf(), kind }))
    expect(new Set(links).size).toBe(alertKinds.length)
    expect(await signAlertLink('/contracts', { keys: keys(), now })).toBe('/contracts')
  })
})
