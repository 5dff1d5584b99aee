import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { readIdentityCheck, readScoring } from '../api.ts'
import { aFreeCups, browserSession, contractingPortal, sendSteps } from './contracting-testing.ts'

const now = new Date('2026-10-15T10:00:00Z')
const { portal, product, steps, resetVisitLimits } = await contractingPortal(now)

beforeEach(resetVisitLimits)
afterAll(() => portal.close())

describe('refuses', () => {
  test('a lead of another visitor as not found', async () => {
    const lead_id = await sendSteps(browserSession(portal.anonymous), steps())
    const other = browserSession(portal.anonymous)
    expect((await other.send({ ...steps().person, lead_id })).statusCode).toBe(404)
    expect((await other.request(readScoring, lead_id)).statusCode).toBe(404)
    expect((await other.request(readIdentityCheck, lead_id)).statusCode).toBe(404)
  })

  test('a wrong field by its path, without losing the stored steps', async () => {
    const at = browserSession(portal.anonymous)
    const all = steps()
    const { lead_id } = (await at.send(all.installation)).json()
    const wrong = { ...all.person, owner: { ...all.person.owner, fisic_vat: '12345678A' }, lead_id }
    const answer = await at.send(wrong)
    expect([answer.statusCode, answer.json().errors]).toEqual([400, { 'owner.fisic_vat': [expect.any(String)] }])
    expect((await at.send({ ...all.person, lead_id })).statusCode).toBe(200)
  })

  test('the last step before the others', async () => {
    const at = browserSession(portal.anonymous)
    const { lead_id } = (await at.send(steps().installation)).json()
    const answer = await at.send({ ...steps().confirmation, lead_id })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'lead_incomplete'])
  })

  test('a supply that the retailer already has', async () => {
    const { db } = portal.context
    const { cups } = await insertContract(db, { customerId: await insertCustomer(db) })
    const answer = await browserSession(portal.anonymous).send(steps({ cups }).installation)
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'cups_unavailable'])
  })

  test('a product that is not on offer, and an invalid code', async () => {
    const at = browserSession(portal.anonymous)
    const all = steps()
    const { lead_id } = (await at.send(all.installation)).json()
    const answer = await at.send({ ...all.contract, lead_id, tarifa: product.gas, promotional_code: ['NONE'] })
    expect(Object.keys(answer.json().errors).sort()).toEqual(['promotional_code', 'tarifa'])
  })

  test('a code of another product, which stays unused', async () => {
    const names = JSON.stringify({ es: 'Gas' })
    const { db } = portal.context
    const campaign = {
      names,
      descriptions: names,
      public_code: 'GAS4',
      from_day: '2026-01-01',
      product_id: product.gas,
    }
    await db.insertInto('campaign').values(campaign).execute()
    const at = browserSession(portal.anonymous)
    const all = steps()
    const { lead_id } = (await at.send(all.installation)).json()
    const answer = await at.send({ ...all.contract, lead_id, promotional_code: ['GAS4'] })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['promotional_code']])
    expect(answer.json().errors.promotional_code[0]).toContain('no es para el producto')
    await db.deleteFrom('campaign').where('public_code', '=', 'GAS4').execute()
  })

  test('the second of two concurrent uses of a code’s last redemption, which can continue without it', async () => {
    const names = JSON.stringify({ es: 'Uno' })
    await portal.context.db
      .insertInto('campaign')
      .values({ names, descriptions: names, public_code: 'LAST1', from_day: '2026-01-01', most_redemptions: 1 })
      .execute()
    const two = [browserSession(portal.anonymous), browserSession(portal.anonymous)]
    const given = ['00000010X', '00000011B'].map((taxId) => steps({ taxId }))
    const leads = await Promise.all(
      two.map(async (at, index) => {
        const all = given[index]!
        return sendSteps(at, { ...all, contract: { ...all.contract, promotional_code: ['last1'] } as never })
      }),
    )
    const confirm = (index: number) => two[index]!.send({ ...given[index]!.confirmation, lead_id: leads[index]! })
    const answers = await Promise.all([confirm(0), confirm(1)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const loser = answers.findIndex(({ statusCode }) => statusCode === 400)
    expect(answers[loser]!.json()).toMatchObject({
      error: { code: 'promocode_invalid' },
      errors: { promotional_code: [expect.any(String)] },
    })
    await two[loser]!.send({ ...given[loser]!.contract, lead_id: leads[loser]! })
    expect((await confirm(loser)).statusCode).toBe(200)
  })

  test('every user where contracting is off, and visitors where it is for customers only', async () => {
    await portal.set('contractation.authenticate', true)
    expect((await browserSession(portal.anonymous).send(steps().installation)).json().error.code).toBe(
      'contracting_needs_session',
    )
    await portal.set('contractation.authenticate', false)
    await portal.set('contractation.electricity.enabled', false)
    await portal.set('contractation.dual.enabled', false)
    expect((await browserSession(portal.anonymous).send(steps().installation)).json().error.code).toBe(
      'contracting_off',
    )
    await portal.set('contractation.electricity.enabled', true)
    await portal.set('contractation.dual.enabled', true)
  })

  test('a visitor who queries one supply after the other, also as gas', async () => {
    const at = browserSession(portal.anonymous)
    const { lead_id } = (await at.send(steps().installation)).json()
    for (let visit = 0; visit < 29; visit++) await at.send({ ...steps().installation, lead_id, cnae: 1 })
    expect((await at.send({ ...steps().installation, lead_id })).statusCode).toBe(429)
    const gas = {
      step: 3,
      cups: { name: aFreeCups('0217') },
      active_contract: false,
      tarifa: product.gas,
      tarifaATR: 102,
    }
    expect((await at.sendGas({ ...gas, lead_id })).statusCode).toBe(429)
  })

  test('a visitor who starts over too often, while one supply can be sent as often as a form needs', async () => {
    const at = browserSession(portal.anonymous)
    const { installation } = steps()
    const { lead_id } = (await at.send(installation)).json()
    for (let visit = 0; visit < 40; visit++) expect((await at.send({ ...installation, lead_id })).statusCode).toBe(200)
    for (let visit = 1; visit < 60; visit++) await at.send({ ...installation, cnae: 1 })
    expect((await at.send(installation)).statusCode).toBe(429)
  })
})
