import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { sandboxTaxIds } from '#outside/applicant/sandbox-checks.ts'
import { readIdentityCheck, readScoring } from '../api.ts'
import { browserSession, contractingPortal, sendSteps } from './contracting-testing.ts'

const now = new Date('2026-10-15T10:00:00Z')
const { portal, steps, resetVisitLimits } = await contractingPortal(now)

beforeEach(resetVisitLimits)
afterAll(() => portal.close())

describe('checks of the holder', () => {
  test.each([
    [sandboxTaxIds.badScore, 'bad_score', { scoring: false }],
    ['00000007F', null, { scoring: true }],
  ])('for %s result in %j', async (taxId, code, scoring) => {
    const at = browserSession(portal.anonymous)
    const lead_id = await sendSteps(at, steps({ taxId }))
    expect((await at.request(readScoring, lead_id)).json()).toEqual(scoring)
    expect((await at.request(readIdentityCheck, lead_id)).json()).toEqual({ dni_valid: true })
    const answer = await at.send({ ...steps().confirmation, lead_id })
    expect(answer.json().error?.code ?? null).toBe(code)
  })

  test('refuse nobody because a bureau does not answer', async () => {
    const at = browserSession(portal.anonymous)
    const lead_id = await sendSteps(at, steps({ taxId: sandboxTaxIds.unavailable }))
    const scoring = await at.request(readScoring, lead_id)
    expect([scoring.statusCode, scoring.json().error.code]).toEqual([503, 'check_unavailable'])
    expect((await at.send({ ...steps().confirmation, lead_id })).statusCode).toBe(200)
  })

  test('stop at a document of another person until the right one is sent', async () => {
    const at = browserSession(portal.anonymous)
    const all = steps({ taxId: sandboxTaxIds.anotherName })
    const lead_id = await sendSteps(at, all)
    const nif_faceup = [{ filename: 'dni.jpg', content: aPhoto.toString('base64') }]
    expect((await at.send({ ...all.person, nif_faceup, lead_id })).statusCode).toBe(200)
    expect((await at.request(readIdentityCheck, lead_id)).json()).toEqual({ dni_valid: false })
    const refused = await at.send({ ...all.confirmation, lead_id })
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'identity_mismatch'])

    const { person, confirmation } = steps({ taxId: '00000009D' })
    await at.send({ ...person, nif_faceup, lead_id })
    expect((await at.send({ ...confirmation, lead_id })).statusCode).toBe(200)
  })

  test('query a document again where its bureau does not answer', async () => {
    const at = browserSession(portal.anonymous)
    const all = steps({ taxId: sandboxTaxIds.unavailable })
    const nif_faceup = [{ filename: 'dni.jpg', content: aPhoto.toString('base64') }]
    const { lead_id } = (await at.send(all.installation)).json()
    await at.send({ ...all.person, nif_faceup, lead_id })
    const answer = await at.request(readIdentityCheck, lead_id)
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'check_unavailable'])
  })

  test('are rate limited', async () => {
    const at = browserSession(portal.anonymous)
    const { lead_id } = (await at.send(steps().installation)).json()
    for (const check of [readScoring, readIdentityCheck]) {
      for (let attempt = 0; attempt < 30; attempt++) await at.request(check, lead_id)
      const answer = await at.request(check, lead_id)
      expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'too_many_attempts'])
    }
  })

  test('are not made without an authorisation', async () => {
    await portal.set('contractation.mustAcceptMorosityVerification', false)
    const at = browserSession(portal.anonymous)
    const all = steps({ taxId: sandboxTaxIds.badScore })
    const begun = await at.send({ ...all.installation, accept_morosity_verification: false })
    const { lead_id } = begun.json()
    await at.send({ ...all.person, lead_id })
    expect((await at.request(readScoring, lead_id)).json()).toEqual({ scoring: true })
    await portal.set('contractation.mustAcceptMorosityVerification', true)
  })
})
