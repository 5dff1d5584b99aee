import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer } from '#app/server/testing/builders.ts'
import { activateAccount } from '#domains/accounts/api.ts'
import { sendPendingMails } from '#domains/accounts/server/accounts-testing.ts'
import { listSignatures, readSignature, sendSignatureCode, signDocument } from '#domains/signatures/api.ts'
import { browserSession, contractingPortal, readSummary, sendSteps } from './contracting-testing.ts'

const now = new Date('2026-10-15T10:00:00Z')
const { portal, steps, contractOf, resetVisitLimits } = await contractingPortal(now)

beforeEach(resetVisitLimits)
afterAll(() => portal.close())

/** Returns the text messages sent to a phone, newest last. */
async function textsTo(phone: string): Promise<string[]> {
  await sendPendingMails(portal)
  const folder = join(portal.context.config.dataFolder, 'sms')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => text.startsWith(`To: ${phone}\n`))
}

describe('a household without an e-mail address', () => {
  beforeAll(() => portal.set('contractation.emailRequired', false))
  afterAll(() => portal.set('contractation.emailRequired', true))

  const without = (taxId: string, mobile: string) => {
    const all = steps({ taxId, email: '' })
    const owner_address = { ...all.person.owner_address, mobile }
    return { ...all, person: { ...all.person, owner_address } }
  }
  const end = async (taxId: string, mobile: string) => {
    const at = browserSession(portal.anonymous)
    const lead_id = await sendSteps(at, without(taxId, mobile))
    const { result, signature } = (await at.send({ ...steps().confirmation, lead_id })).json()
    expect([signature, (await contractOf(lead_id)).state]).toEqual([null, 'esborrany'])
    return { body: result.render.body as string, lead_id }
  }

  test('gets a text message with a link, sets a password through it and signs with a code by text message', async () => {
    const { body, lead_id } = await end('00000020C', '600000120')
    expect(body).toContain('Revisa tu móvil')
    const text = (await textsTo('+34600000120')).at(-1)!
    expect(text).toContain('https://portal.example/')
    const secret = /activation_link=([\w-]+)/.exec(text)![1]!
    expect(text).toContain((await contractOf(lead_id)).name)

    const password = 'Camins-de-nit-42'
    await portal.anonymous.send(activateAccount, { body: { link: secret, password } })
    const { customer_id } = await contractOf(lead_id)
    const { db } = portal.context
    const customer = db.selectFrom('customer').where('customer_id', '=', customer_id)
    expect(await customer.select(['email', 'phone']).executeTakeFirst()).toEqual({
      email: null,
      phone: '+34600000120',
    })
    const claim = db.selectFrom('customer').where('customer_id', '=', customer_id).select('claimed_by_user_id')
    const visitor = await portal.as((await claim.executeTakeFirstOrThrow()).claimed_by_user_id!)
    const { items } = await visitor.send(listSignatures, {})
    const params = { signatureId: items[0]!.id }
    expect((await visitor.send(readSignature, { params })).channels).toEqual([
      { channel: 'sms', to: expect.any(String) },
    ])
    await readSummary(visitor, params.signatureId)
    await visitor.send(sendSignatureCode, { params, body: { channel: 'sms' } })
    const codeMessage = (await textsTo('+34600000120')).find((each) => !each.includes('https://'))!
    const code = /\d{6}/.exec(codeMessage.split('\n').at(-2)!)![0]
    await visitor.send(signDocument, { params, body: { code } })
    expect((await contractOf(lead_id)).signed_on).toBe('2026-10-15')
  })

  test('is called on a line that cannot receive text messages', async () => {
    const { body } = await end('00000021K', '938860000')
    expect(body).toContain('Te llamamos')
    expect(await textsTo('+34938860000')).toEqual([])
  })

  test('and with the tax id of a customer without an address is contacted on the phone on file only', async () => {
    const { db } = portal.context
    await insertCustomer(db, { tax_id: '00000022E', email: null, phone: '+34600000122' })
    const { body } = await end('00000022E', '600000999')
    expect(body).toBe((await end('00000023T', '600000998')).body)
    expect(await textsTo('+34600000999')).toEqual([])
    expect(await textsTo('+34600000122')).toHaveLength(1)
  })
})
