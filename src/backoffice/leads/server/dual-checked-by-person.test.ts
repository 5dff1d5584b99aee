import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  browserSession,
  householdSteps,
  type ProductIds,
  setUpContracting,
} from '#domains/contracting/server/contracting-testing.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { decideLead, listLeads, readLead } from '../api.ts'

const { portal, operator } = await deskPortal({ now: new Date('2026-10-15T10:00:00Z') })
const { db } = portal.context
let product: ProductIds

beforeAll(async () => {
  product = await setUpContracting(portal)
})
beforeEach(() => db.deleteFrom('visitor_throttle').execute())
afterAll(() => portal.close())

/**
 * Applies for electricity and gas as a new applicant whose identity must be checked by a person. @returns both leads,
 * electricity first.
 */
async function applyForBoth(taxId: string): Promise<[number, number]> {
  const all = householdSteps({ product, taxId, email: emailOf(taxId) })
  const at = browserSession(portal.anonymous)
  const photo = { nif_faceup: [{ filename: 'dni.jpg', content: aPhoto.toString('base64') }] }
  const lead_id = (await at.send(all.installation)).json().lead_id as number
  for (const step of [{ ...all.person, ...photo }, all.contract]) await at.send({ ...step, lead_id })
  const gas_id = (await at.sendGas({ ...all.gas, electricityLeadId: lead_id })).json().lead_id as number
  await at.send({ ...all.payment, lead_id })
  for (const answer of [
    await at.send({ ...all.confirmation, lead_id }),
    await at.sendGas({ ...all.confirmation, lead_id: gas_id }),
  ])
    expect(answer.statusCode, answer.payload).toBe(200)
  return [lead_id, gas_id]
}

const emailOf = (taxId: string) => `${taxId.toLowerCase()}@example.test`
const decide = (leadId: number, outcome: 'accepted' | 'refused') =>
  operator.sendRaw(decideLead, { params: { id: String(leadId) }, body: { outcome, reason: 'Visto' } })
const read = (leadId: number) => operator.send(readLead, { params: { id: String(leadId) } })
const findMessagesTo = (taxId: string) =>
  db
    .selectFrom('outbox_message')
    .where('to_address', '=', emailOf(taxId))
    .where('kind', 'like', 'contracting.%')
    .orderBy('created_at')
    .orderBy('kind', 'desc')
    .select(['kind', 'values', 'send_at'])
    .execute()
const contractsOf = (taxId: string) =>
  db.selectFrom('contract').where('payer_tax_id', '=', taxId).orderBy('name').selectAll().execute()

test.each([
  ['electricity', '00000031P', 0],
  ['gas', '00000032D', 1],
])('acceptance of the %s half accepts both, with one mail and one link', async (_, taxId, half) => {
  const leads = await applyForBoth(taxId)
  expect((await findMessagesTo(taxId)).map(({ kind }) => kind)).toEqual(['contracting.beingChecked'])
  const { items } = await operator.send(listLeads, { query: { check: 'awaited' } as never })
  expect(items.map(({ id }) => id).sort()).toEqual([...leads].sort())

  for (const leadId of leads) expect(await read(leadId)).toMatchObject({ is_decided_with_other_half: true })
  expect((await decide(leads[half]!, 'accepted')).statusCode).toBe(204)
  const contracts = await contractsOf(taxId)
  expect(contracts.map(({ energy }) => energy)).toEqual(['electricity', 'gas'])
  const [light, gas] = contracts.map(({ name }) => name)
  const sentMessages = (await findMessagesTo(taxId)).filter(({ kind }) => kind !== 'contracting.beingChecked')
  expect(sentMessages).toMatchObject([
    { kind: 'contracting.activateSupply', values: { energy: 'dual', contract: light, gasContract: gas } },
  ])
  const { customer_id } = contracts[0]!
  const signatures = db.selectFrom('signature').where('customer_id', '=', customer_id).selectAll()
  expect(await signatures.execute()).toMatchObject([
    { contract_id: contracts[0]!.contract_id, second_contract_id: contracts[1]!.contract_id },
  ])
  for (const [place, leadId] of leads.entries())
    expect(await read(leadId)).toMatchObject({
      ...{
        contract: contracts[place]!.name,
        other_half: leads[1 - place],
        is_decided_with_other_half: false,
        check: { outcome: 'accepted' },
      },
    })
  for (const leadId of leads) expect((await decide(leadId, 'accepted')).json().error.code).toBe('nothing_to_decide')
})

test('refusal refuses both, with one mail', async () => {
  const leads = await applyForBoth('00000033X')
  expect((await decide(leads[1], 'refused')).statusCode).toBe(204)
  expect((await findMessagesTo('00000033X')).map(({ kind }) => kind)).toEqual([
    'contracting.notAccepted',
    'contracting.beingChecked',
  ])
  expect(await Promise.all(leads.map(async (leadId) => (await read(leadId)).state))).toEqual(['refused', 'refused'])
  expect(await contractsOf('00000033X')).toEqual([])
})

test('an outdated offer of one half leaves both undecided', async () => {
  const leads = await applyForBoth('00000034B')
  const until = (day: string | null) =>
    db.updateTable('offer').set({ to_day: day }).where('product_id', '=', product.gas).execute()
  await until('2026-10-14')
  expect((await decide(leads[0], 'accepted')).json().error.code).toBe('lead_outdated')
  await until(null)
  expect(await contractsOf('00000034B')).toEqual([])
  expect(await Promise.all(leads.map(async (leadId) => (await read(leadId)).check))).toEqual([null, null])
})
