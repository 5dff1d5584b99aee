import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { startTestPortal } from '#app/server/testing/test-portal.ts'
import { findDutiesOf, openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'
import { subjectOfReadings } from '#domains/duties/subjects.ts'
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

type Readings = Parameters<typeof openReadingDuties>[1]['readings']
const taken = (day: string): Readings[number] => ({ day, isEstimated: false })
const estimated = (day: string): Readings[number] => ({ day, isEstimated: true })

async function comeIn(...files: Readings[]) {
  const { supply_point_id: supplyPointId } = await db
    .selectFrom('contract')
    .where('contract_id', '=', contract.contractId)
    .select('supply_point_id')
    .executeTakeFirstOrThrow()
  for (const readings of files) await openReadingDuties(db, { supplyPointId, readings, now })
}
const duties = async () =>
  (await findDutiesOf(db, `readings:${contract.contractId}`)).map(
    ({ kind, due_on, state }) => `${kind} ${due_on} ${state}`,
  )

describe('after readings of a meter', () => {
  test.each<[string, Readings[], string[]]>([
    [
      'the next one is due in a month, with three days of tolerance',
      [[taken('2026-10-01'), taken('2026-11-01')]],
      ['meter_reading 2026-12-04 open'],
    ],
    [
      'a later one takes the place of what was due',
      [[taken('2026-10-01')], [taken('2026-11-01')]],
      ['meter_reading 2026-12-04 open'],
    ],
    [
      'an earlier one that comes in late changes nothing',
      [[taken('2026-11-01')], [taken('2026-10-01')]],
      ['meter_reading 2026-12-04 open'],
    ],
    [
      'one that is only estimated asks for one on site within two months of the last, and a bill on it within a year',
      [[taken('2026-10-01')], [estimated('2026-11-01')]],
      ['meter_reading 2026-11-04 open', 'actual_reading 2026-12-01 open', 'actual_billing 2027-10-01 open'],
    ],
    [
      'another estimated one moves no day',
      [[taken('2026-09-01')], [estimated('2026-10-01')], [estimated('2026-11-01')]],
      ['meter_reading 2026-10-04 open', 'actual_reading 2026-11-01 open', 'actual_billing 2027-09-01 open'],
    ],
    [
      'one that was taken ends what an estimated one has asked for',
      [[taken('2026-09-01')], [estimated('2026-10-01')], [taken('2026-11-01')]],
      ['actual_reading 2026-11-01 done', 'meter_reading 2026-12-04 open', 'actual_billing 2027-09-01 done'],
    ],
    [
      'the next estimated one asks for both again, from the last that was taken',
      [[taken('2026-09-01')], [estimated('2026-10-01')], [taken('2026-11-01')], [estimated('2026-12-01')]],
      ['meter_reading 2026-12-04 open', 'actual_reading 2027-01-01 open', 'actual_billing 2027-11-01 open'],
    ],
    [
      'where none was ever taken, the first estimated one counts',
      [[estimated('2026-11-01')]],
      ['actual_reading 2027-01-01 open', 'actual_billing 2027-11-01 open'],
    ],
    [
      'an estimated one before the last that was taken asks for nothing',
      [[taken('2026-11-01')], [estimated('2026-10-01')]],
      ['meter_reading 2026-12-04 open'],
    ],
    ['those before the law applied ask for nothing', [[taken('2026-05-01')]], []],
  ])('%s', async (_, files, expected) => {
    await comeIn(...files)
    expect(await duties()).toEqual(expected)
  })

  test.each([
    ['on that day or later', '2026-11-20', 'cancelled'],
    ['before', '2026-11-19', 'open'],
  ])('a meter that could not be read and was read %s: its customer’s duty to read it is %s', async (_, day, state) => {
    const { contractId } = contract
    await openDuty(db, {
      ...{ kind: 'own_reading', subject: subjectOfReadings(contractId), customerId, contractId, place: null },
      ...{ facts: { ...plainFacts, energy: 'electricity' }, at: new Date('2026-11-20T09:00:00Z') },
    })
    await comeIn([taken('2026-10-01')], [taken(day)])
    expect((await duties()).filter((duty) => duty.startsWith('own_reading'))).toEqual([
      `own_reading 2026-12-04 ${state}`,
    ])
  })

  test('nothing is due of a contract that has ended, and no more once it ends', async () => {
    await comeIn([taken('2026-10-01')], [estimated('2026-11-01')])
    await db.updateTable('contract').set({ state: 'baixa' }).where('contract_id', '=', contract.contractId).execute()
    const { name } = await db
      .selectFrom('contract')
      .where('contract_id', '=', contract.contractId)
      .select('name')
      .executeTakeFirstOrThrow()
    await openAgreedDateDuties(db, [{ customer_id: customerId, name }], now)
    expect(await duties()).toEqual([
      'meter_reading 2026-11-04 cancelled',
      'actual_reading 2026-12-01 cancelled',
      'actual_billing 2027-10-01 cancelled',
    ])
    await comeIn([taken('2026-11-02')])
    expect((await duties()).filter((duty) => duty.endsWith('open'))).toEqual([])
  })
})
