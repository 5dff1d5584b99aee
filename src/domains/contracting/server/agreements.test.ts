import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { recordConsent } from '#domains/consent/server/record-consent.ts'
import { agreementVersion } from '../agreements.ts'
import { readAgreements } from '../api.ts'
import { browserSession, contractingPortal, sendSteps } from './contracting-testing.ts'

const now = new Date('2026-10-15T10:00:00Z')
const { portal, steps, resetVisitLimits } = await contractingPortal(now)

beforeEach(resetVisitLimits)
afterAll(() => portal.close())

describe('agreements', () => {
  const said = async (kind: string) => {
    const rows = await portal.context.db
      .selectFrom('consent_entry')
      .where('subject_kind', '=', kind)
      .orderBy('consent_entry_id')
      .select(['purpose', 'agreed', 'subject', 'text_version', 'text_hash'])
      .execute()
    const newest = rows.filter(({ subject }) => subject === rows.at(-1)!.subject)
    return newest.map(({ purpose, agreed }) => [purpose, agreed])
  }

  test('are recorded with the step that gives them, and finally by the visitor’s address', async () => {
    const at = browserSession(portal.anonymous)
    const all = steps({ taxId: '00000008P', email: 'agrees@example.test' })
    const { lead_id } = (await at.send(all.installation)).json()
    await at.send({ ...all.installation, lead_id })
    expect(await said('visitor')).toEqual([
      ['lead_contact', true],
      ['solvency_check', true],
    ])
    for (const step of [all.person, all.contract, all.payment]) await at.send({ ...step, lead_id })
    await at.send({ ...all.confirmation, activate_publicity: false, lead_id })
    expect(await said('email')).toEqual([
      ['lead_contact', true],
      ['solvency_check', true],
      ['contract_terms', true],
      ['contract_data_protection', true],
      ['publicity', false],
    ])
  })

  test('are recorded once per customer, whose second contract requires none of them again', async () => {
    const at = browserSession(await portal.as(await insertUser(portal.context.db)))
    for (let contracts = 0; contracts < 2; contracts++) await at.send(steps().installation)
    expect(await said('user')).toEqual([
      ['lead_contact', true],
      ['solvency_check', true],
    ])
  })

  test('are requested again from a customer who agreed to other texts', async () => {
    const { db } = portal.context
    const userId = await insertUser(db)
    const visitor = await portal.as(userId)
    const about = { subject: { kind: 'user', id: userId }, agreed: true, locale: 'es', requestId: 'r' } as const
    const agree = (purpose: string, version: string) =>
      recordConsent(db, { ...about, purpose, text: { version, words: 'Acepto' } }, now)
    await agree('contract_terms', '2020-01')
    await agree('contract_data_protection', agreementVersion)
    expect(await visitor.send(readAgreements, {})).toEqual({ accept_ov_conditions: false, accept_gdpr: true })

    const at = browserSession(visitor)
    const lead_id = await sendSteps(at, steps({ taxId: '00000017V' }))
    const refused = await at.send({ step: 5, confirm: true, lead_id })
    expect(Object.keys(refused.json().errors)).toEqual(['accept_ov_conditions'])
    await at.send({ step: 5, accept_ov_conditions: true, confirm: true, lead_id })
    expect(await said('user')).toEqual([
      ['contract_terms', true],
      ['contract_data_protection', true],
      ['lead_contact', true],
      ['solvency_check', true],
      ['contract_terms', true],
    ])
    expect((await portal.anonymous.sendRaw(readAgreements, {})).statusCode).toBe(401)
  })

  test('are not recorded for a rejected step', async () => {
    const at = browserSession(await portal.as(await insertUser(portal.context.db)))
    const before = await said('user')
    expect((await at.send({ ...steps().installation, cnae: 1 })).statusCode).toBe(400)
    expect(await said('user')).toEqual(before)
  })
})
