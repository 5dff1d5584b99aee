import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aContract, aCustomer, aUser, type MadeContract } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { downloadCurve } from '../api.ts'
import { storeCurveDays } from './store-curve-days.ts'

let portal: TestPortal
const now = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  portal = await testPortal({ now })
})
afterAll(() => portal.close())

type Home = { contract: MadeContract; visitor: Visitor }

/** A home that is measured by the quarter of an hour, each quarter one Wh more than the one before. */
async function aHome(provinceCode: string, days: readonly [day: string, quarters: number][]): Promise<Home> {
  const { db } = portal.context
  const customerId = await aCustomer(db)
  const contract = await aContract(db, { customerId, starts_on: '2025-01-01' })
  await db
    .updateTable('supply_point')
    .set({ province_code: provinceCode })
    .where('supply_point_id', '=', contract.supplyPointId)
    .execute()
  const told = days.map(([day, quarters]) => ({
    ...{ cups: contract.cups, day, source: 'P2D' as const, stepMinutes: 15 as const, version: 0, invoice: null },
    importWh: Array.from({ length: quarters }, (_, quarter) => quarter),
    exportWh: Array.from({ length: quarters }, (_, quarter) => (quarter === 50 ? 123 : 0)),
    ...{ reactiveVarh: null, quality: `E${'R'.repeat(quarters - 1)}` },
  }))
  await storeCurveDays(db, told)
  return { contract, visitor: await portal.as(await aUser(db, { customerIds: [customerId] })) }
}

/** The lines of a day, in their columns. */
async function linesOf({ contract, visitor }: Home, day: string): Promise<string[][]> {
  const answer = await visitor.ask(downloadCurve, {
    params: { contractId: String(contract.contractId), type: 'quarter-hourly' },
    query: { start: day, end: day, format: 'datadis' },
  })
  expect(answer.statusCode).toBe(200)
  const [header, ...lines] = answer.body.trimEnd().split('\n')
  expect(header).toMatch(/^cups;fecha;hora;consumo_kWh/)
  return lines.map((line) => line.split(';'))
}

const hoursOf = (lines: string[][]) => lines.map(([, , hour]) => hour)
const used = (lines: string[][]) => lines.map(([, , , kwh]) => kwh)

describe('quarters of an hour in the layout of Datadis', () => {
  test('are told by the hour that they make up, with what was fed in and what was estimated', async () => {
    const home = await aHome('08', [['2026-11-16', 96]])
    const lines = await linesOf(home, '2026-11-16')
    expect(lines).toHaveLength(24)
    expect(lines[0]).toEqual([home.contract.cups, '2026/11/16', '01:00', '0,006', 'Estimada', '0,000', '', ''])
    expect(lines[12]).toEqual([home.contract.cups, '2026/11/16', '13:00', '0,198', 'Real', '0,123', '', ''])
    expect(lines[23]!.slice(2, 4)).toEqual(['24:00', '0,374'])
    // All quarters, and none twice: 0 to 95 Wh.
    const totalWh = used(lines).reduce((sum, kwh) => sum + Number(kwh!.replace(',', '.')) * 1000, 0)
    expect(Math.round(totalWh)).toBe((95 * 96) / 2)
  })

  test.each([
    ['in Madrid’s time', '08', '02:00'],
    ['on the Canary Islands an hour earlier', '35', '01:00'],
  ])('tell the hour that October repeats twice: %s', async (_, province, repeated) => {
    const home = await aHome(province, [['2026-10-25', 100]])
    const lines = await linesOf(home, '2026-10-25')
    expect(lines).toHaveLength(25)
    expect(hoursOf(lines).filter((hour) => hour === repeated)).toHaveLength(2)
    expect(new Set(hoursOf(lines)).size).toBe(24)
    expect(used(lines).slice(0, 4)).toEqual(['0,006', '0,022', '0,038', '0,054'])
  })

  test.each([
    ['in Madrid’s time', '08', ['01:00', '03:00']],
    ['on the Canary Islands an hour earlier', '38', ['02:00', '03:00']],
  ])('leave out the hour that March does not have: %s', async (_, province, expected) => {
    const home = await aHome(province, [['2026-03-29', 92]])
    const lines = await linesOf(home, '2026-03-29')
    expect(lines).toHaveLength(23)
    expect(hoursOf(lines).slice(0, 2)).toEqual(expected)
  })
})
