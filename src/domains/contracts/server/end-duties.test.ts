import { afterAll, beforeEach, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertInvoice } from '#app/server/testing/builders.ts'
import { startTestPortal } from '#app/server/testing/test-portal.ts'
import { findDutiesOf, openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'
import { subjectOfContractEnd, subjectOfReadings } from '#domains/duties/subjects.ts'
import { openAgreedDateDuties } from './agreed-date-duties.ts'
import { openReadingDuties } from './reading-duties.ts'

const now = new Date('2026-11-27T11:00:00Z')
const portal = await startTestPortal({ now })
const { db } = portal.context
const customerId = await insertCustomer(db)
let contract: CreatedContract

beforeEach(async () => {
  contract = await insertContract(db, { customerId })
})
afterAll(() => portal.close())

/** Imports the contract again as it stands now. */
async function importAs(state: string, endsOn: string | null, energy: 'electricity' | 'gas' = 'electricity') {
  const key = contract.contractId
  await db.updateTable('contract').set({ state, ends_on: endsOn, energy }).where('contract_id', '=', key).execute()
  await openAgreedDateDuties(db, [{ customer_id: customerId, name: contract.name }], now)
}
const duties = async (subject = subjectOfContractEnd(contract.contractId) as `${string}:${number}`) =>
  (await findDutiesOf(db, subject)).map(({ kind, due_on, state }) => `${kind} ${due_on} ${state}`)
const bill = (endsOn: string, rectificativeType = 'N') =>
  insertInvoice(db, {
    ...{ contract, number: `C-${endsOn}-${contract.contractId}-${rectificativeType}`, starts_on: '2026-10-01' },
    ...{ ends_on: endsOn, rectificative_type: rectificativeType },
  })

test('the end of a contract asks for its last reading and its closing bill, once', async () => {
  await importAs('baixa', '2026-11-20')
  const expected = ['last_reading 2026-12-11 open', 'closing_bill 2027-01-01 open']
  expect(await duties()).toEqual(expected)
  await importAs('baixa', '2026-11-20')
  expect(await duties()).toEqual(expected)
})

test('an end to come asks for telling the distributor five working days before, until it has come', async () => {
  await importAs('baixa', '2026-12-18')
  expect(await duties()).toContain('contract_end 2026-12-11 open')
  await importAs('baixa', '2026-11-20')
  expect(await duties()).toContain('contract_end 2026-12-11 done')
})

test('an end that is taken back asks for nothing', async () => {
  await importAs('baixa', '2026-11-20')
  await importAs('activa', null)
  expect(await duties()).toEqual(['last_reading 2026-12-11 cancelled', 'closing_bill 2027-01-01 cancelled'])
})

test.each<[string, string, 'electricity' | 'gas']>([
  ['before the norms applied', '2026-01-20', 'electricity'],
  ['of gas, which has no such norm', '2026-11-20', 'gas'],
])('an end %s asks for nothing', async (_, endsOn, energy) => {
  await importAs('baixa', endsOn, energy)
  expect(await duties()).toEqual([])
})

test('the last bill closes the account, whether it came before the end or after it', async () => {
  await bill('2026-11-19')
  await importAs('baixa', '2026-11-20')
  expect(await duties()).toContain('closing_bill 2027-01-01 done')
})

test.each<[string, string, string?]>([
  ['one of an earlier period', '2026-10-31'],
  ['one that cancels another', '2026-11-20', 'A'],
])('%s does not close it', async (_, endsOn, type) => {
  await bill(endsOn, type)
  await importAs('baixa', '2026-11-20')
  expect(await duties()).toContain('closing_bill 2027-01-01 open')
})

test('a real reading of the last day or later is the last one, and an estimated one is not', async () => {
  await importAs('baixa', '2026-11-20')
  const { supply_point_id: supplyPointId } = await db
    .selectFrom('contract')
    .where('contract_id', '=', contract.contractId)
    .select('supply_point_id')
    .executeTakeFirstOrThrow()
  const read = (day: string, isEstimated = false) =>
    openReadingDuties(db, { supplyPointId, readings: [{ day, isEstimated }], now })
  await read('2026-11-01')
  await read('2026-11-20', true)
  expect(await duties()).toContain('last_reading 2026-12-11 open')
  await read('2026-11-20')
  expect(await duties()).toContain('last_reading 2026-12-11 done')
})

test('nobody reads the meter for a contract that has ended, and its mandate is not used again', async () => {
  const readings = subjectOfReadings(contract.contractId)
  const own = { customerId, contractId: contract.contractId, place: null, at: now }
  await openDuty(db, {
    kind: 'own_reading',
    subject: readings,
    facts: { ...plainFacts, energy: 'electricity' },
    ...own,
  })
  await openDuty(db, { kind: 'mandate', subject: `contract:${contract.contractId}`, facts: plainFacts, ...own })
  await importAs('baixa', '2026-11-20')
  expect(await duties(readings)).toEqual(['own_reading 2026-12-14 cancelled'])
  expect(await duties(`contract:${contract.contractId}`)).toEqual(['mandate 2029-11-27 cancelled'])
})
