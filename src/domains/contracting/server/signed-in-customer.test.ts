import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { listContracts } from '#domains/contracts/api.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import {
  acceptSignatureAnnex,
  markSignatureSummaryRead,
  readSignature,
  sendSignatureCode,
  signDocument,
} from '#domains/signatures/api.ts'
import { downloadSignatureDocument } from '#domains/signatures/downloads.ts'
import { readPdfInfo, readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { readAgreements } from '../api.ts'
import { cancelBonusReportDuty } from './bonus-report-duty.ts'
import {
  aFreeCups,
  browserSession,
  contractingPortal,
  readSummary,
  sendSteps,
  signWithMailedCode,
} from './contracting-testing.ts'

const now = new Date('2026-10-15T10:00:00Z')
const { portal, steps, contractOf, mailsTo, resetVisitLimits } = await contractingPortal(now)

beforeEach(resetVisitLimits)
afterAll(() => portal.close())

describe('a signed-in customer', () => {
  test('agrees to everything the first time, signs at once, and agrees to nothing a second time', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '00000005M' })
    const visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const given = () => visitor.send(readAgreements, {})
    const at = browserSession(visitor)
    const first = await sendSteps(at, steps({ taxId: '00000005M' }))
    expect(await given()).toEqual({ accept_ov_conditions: false, accept_gdpr: false })
    const refused = await at.send({ step: 5, confirm: true, lead_id: first })
    expect([refused.statusCode, Object.keys(refused.json().errors).sort()]).toEqual([
      400,
      ['accept_gdpr', 'accept_ov_conditions'],
    ])
    expect((await at.send({ ...steps().confirmation, lead_id: first })).statusCode).toBe(200)
    expect(await given()).toEqual({ accept_ov_conditions: true, accept_gdpr: true })

    const lead_id = await sendSteps(at, steps({ taxId: '00000005M' }))
    const answer = await at.send({ step: 5, confirm: true, lead_id })
    const { signature } = answer.json()
    expect(signature.url).toBe(`/signature/${signature.id}`)
    expect(await visitor.send(readSignature, { params: { signatureId: signature.id } })).toMatchObject({
      state: 'waiting',
      title: expect.stringContaining('L0'),
    })
  })

  test.each([
    ['shows the yearly cost of a supply point in the register', true],
    ['shows no yearly cost of any other supply point', false],
  ])('reads a document that %s', async (_, isRegistered) => {
    const { db, files } = portal.context
    const cups = aFreeCups()
    const cups20 = cups.slice(0, 20)
    if (isRegistered) {
      const point = { cups20, energy: 'electricity', tariff_code: '018', postcode: '08500', in_file_of: '2026-10-01' }
      await db.insertInto('register_point').values(point).execute()
      const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'))
      const [first, last] = [(month: string) => `2025-${month}-01`, (month: string) => `2025-${month}-28`]
      await db
        .insertInto('register_month')
        .values(
          months.map((month) => ({
            ...{ cups20, first_day: first(month), last_day: last(month) },
            energy_wh: [80_000, 60_000, 110_000],
          })),
        )
        .execute()
    }
    const taxId = isRegistered ? '00000014Z' : '00000015S'
    const customerId = await insertCustomer(db, { tax_id: taxId })
    const at = browserSession(await portal.as(await insertUser(db, { customerIds: [customerId] })))
    const lead_id = await sendSteps(at, steps({ cups, taxId }))
    const { signature } = (await at.send({ ...steps().confirmation, lead_id })).json()
    const { document_key } = await db
      .selectFrom('signature')
      .where('signature_id', '=', signature.id)
      .select('document_key')
      .executeTakeFirstOrThrow()
    const text = (await readPdfText(await buffer((await files.get(document_key))!))).replace(/\s+/g, ' ')
    const namesConsumption = /Amb un consum de 3\.000 kWh l’any.* són uns \d{3},\d\d €/.test(text)
    expect([namesConsumption, text.includes('Amb un consum')]).toEqual([isRegistered, isRegistered])
  })

  test('reads a summary of one page first, whose moments of sending and reading are kept with the evidence', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '00000016Q' })
    const userId = await insertUser(db, { customerIds: [customerId] })
    const visitor = await portal.as(userId)
    const at = browserSession(visitor)
    const lead_id = await sendSteps(at, steps({ taxId: '00000016Q' }))
    const { signature } = (await at.send({ ...steps().confirmation, lead_id })).json()
    const params = { signatureId: signature.id }
    const { summary } = await visitor.send(readSignature, { params })
    expect(summary).toMatchObject({ read_at: null, papers: [{ facts: expect.arrayContaining([]) }] })
    const query = { type: 'summary', disposition: 'inline' } as const
    const { rawPayload } = await visitor.sendRaw(downloadSignatureDocument, { params, query })
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(summary!.sha256)
    const info = await readPdfInfo(rawPayload)
    expect(info).toMatch(/Pages:\s+1\n/)

    const input = { params, body: { summary_sha256: summary!.sha256 } }
    const other = await portal.as(await insertUser(db))
    const readonly = await portal.as(userId, { readonly: true })
    const refused = [portal.anonymous, other, readonly].map((each) => each.sendRaw(markSignatureSummaryRead, input))
    expect((await Promise.all(refused)).map(({ statusCode }) => statusCode)).toEqual([401, 404, 403])
    const earlier = { params, body: { summary_sha256: '0'.repeat(64) } }
    expect((await visitor.sendRaw(markSignatureSummaryRead, earlier)).json().error.code).toBe('document_changed')
    const bad = { params, body: { summary_sha256: 'x' } }
    expect((await visitor.sendRaw(markSignatureSummaryRead, bad)).statusCode).toBe(400)

    expect((await visitor.send(markSignatureSummaryRead, input)).summary!.read_at).toBe('2026-10-15T10:00:00.000Z')
    await signWithMailedCode(portal, visitor, signature.id)
    const { evidence } = await db
      .selectFrom('signature')
      .where('signature_id', '=', signature.id)
      .select('evidence')
      .executeTakeFirstOrThrow()
    expect(evidence).toMatchObject({
      summary: { sha256: summary!.sha256, sentAt: expect.any(String), readAt: '2026-10-15T10:00:00.000Z' },
    })
    expect((await visitor.sendRaw(markSignatureSummaryRead, input)).json().error.code).toBe('already_signed')
  })

  test('renounces the social bonus with a paper of its own, which says what is lost in a year', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '00000017V' })
    const visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const at = browserSession(visitor)
    const own = steps({ taxId: '00000017V' })
    const contract = { ...own.contract, social_bonus: { discount_eur: 48.17 } }
    const lead_id = await sendSteps(at, { ...own, contract })
    const { signature } = (await at.send({ ...own.confirmation, lead_id })).json()
    const params = { signatureId: signature.id }
    const { annex } = await visitor.send(readSignature, { params })
    expect(annex).toMatchObject({ accepted_at: null, paper: { title: expect.stringContaining('Renúncia') } })
    expect(annex!.paper.facts.map(({ value }) => value)).toContain('144,51\u00a0€')
    await readSummary(visitor, signature.id)
    const code = await visitor.sendRaw(sendSignatureCode, { params, body: { channel: 'email' } })
    expect([code.statusCode, code.json().error.code]).toEqual([409, 'annex_unaccepted'])
    await visitor.send(acceptSignatureAnnex, { params, body: { annex_sha256: annex!.sha256 } })
    await signWithMailedCode(portal, visitor, signature.id)
    const query = { type: 'signed_annex' } as const
    const { rawPayload } = await visitor.sendRaw(downloadSignatureDocument, { params, query })
    expect(await readPdfText(rawPayload)).toContain('article 13.j')
    const { contract_id } = await db
      .selectFrom('signature')
      .where('signature_id', '=', signature.id)
      .select('contract_id')
      .executeTakeFirstOrThrow()
    const duties = await findDutiesOf(db, `signed_contract:${contract_id}`)
    // What was renounced in a month is reported within the next one.
    expect(duties.find(({ kind }) => kind === 'social_bonus_report')).toMatchObject({
      ...{ state: 'open', due_on: '2026-11-30', customer_id: customerId, contract_id },
    })
    const withdrawal = { customerId, contractId: contract_id!, now: portal.context.clock() }
    await cancelBonusReportDuty(db, withdrawal)
    const ended = (await findDutiesOf(db, `signed_contract:${contract_id}`)).filter(
      ({ state }) => state === 'cancelled',
    )
    expect(ended.map(({ kind }) => kind)).toEqual(['social_bonus_report'])
  })

  test.each([
    ['a second home', { residence_type: 'second' as const }, {}],
    ['more than 10 kW', {}, { power: 10.5, power2: 10.5 }],
  ])('renounces no social bonus for %s, which cannot have it', async (_, installation, contract) => {
    const { db } = portal.context
    const taxId = '00000025W'
    const known = await db.selectFrom('customer').where('tax_id', '=', taxId).select('customer_id').executeTakeFirst()
    const customerId = known?.customer_id ?? (await insertCustomer(db, { tax_id: taxId }))
    const visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const at = browserSession(visitor)
    const own = steps({ taxId })
    const changed = {
      ...own,
      installation: { ...own.installation, ...installation },
      contract: { ...own.contract, ...contract, social_bonus: { discount_eur: null } },
    }
    const lead_id = await sendSteps(at, changed as typeof own)
    const { signature } = (await at.send({ ...own.confirmation, lead_id })).json()
    expect((await visitor.send(readSignature, { params: { signatureId: signature.id } })).annex).toBeNull()
  })

  test('finds the signed PDF with evidence at the contract, which is then open, and is told the next steps', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '00000012N' })
    const visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const at = browserSession(visitor)
    const lead_id = await sendSteps(at, steps({ taxId: '00000012N' }))
    const { signature } = (await at.send({ ...steps().confirmation, lead_id })).json()
    const params = { signatureId: signature.id }
    const waiting = await contractOf(lead_id)
    const read = () =>
      visitor.send(listContracts, { query: { filter: `[["name","=","${waiting.name}"]]`, type: 'electricity' } })
    expect((await read()).items).toMatchObject([
      {
        state: 'esborrany',
        sign_date: null,
        waitingForSignature: ['contract'],
        bank_account: { id: 0 },
        attachments: [],
      },
    ])

    const refused = [
      await visitor.sendRaw(sendSignatureCode, { params, body: { channel: 'email' } }),
      await visitor.sendRaw(signDocument, { params, body: { code: '000000' } }),
    ]
    expect(refused.map((answer) => [answer.statusCode, answer.json().error.code])).toEqual([
      [409, 'summary_unread'],
      [409, 'summary_unread'],
    ])
    await signWithMailedCode(portal, visitor, signature.id)
    const { name } = waiting
    expect((await read()).items).toMatchObject([
      {
        state: 'esborrany',
        sign_date: '2026-10-15',
        waitingForSignature: [],
        attachments: [{ name: `Contracte d’electricitat ${name}`, category_name: 'Document signat' }],
      },
    ])
    const about = (mails: readonly { contract_id: number | null }[]) =>
      mails.filter(({ contract_id }) => contract_id === waiting.contract_id)
    expect(about(await mailsTo('contracting.signedNew'))).toHaveLength(1)
    expect(about(await mailsTo('signatures.signed'))).toMatchObject([
      { attachments: [{ fileName: `Contracte d’electricitat ${name} (signat).pdf` }] },
    ])
  })

  test('is refused as a read-only user', async () => {
    const { db } = portal.context
    const looking = await portal.as(await insertUser(db), { readonly: true })
    const answer = await browserSession(looking).send(steps().installation)
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'token_readonly'])
  })
})
