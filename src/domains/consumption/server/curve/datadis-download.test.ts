import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { downloadCurve } from '../../api.ts'
import { testArrival } from '../import/arrival-testing.ts'
import { storeCurveDays } from '../import/store-curve-days.ts'

let portal: TestPortal
const now = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  portal = await startTestPortal({ now })
})
afterAll(() => portal.close())

type Home = { contract: CreatedContract; visitor: TestVisitor }

/** Creates a home measured by quarter hours, each one Wh more than the one before. */
async function aHome(provinceCode: string, days: readonly [day: string, quarters: number][]): Promise<Home> {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId, starts_on: '2025-01-01' })
  await db
    .updateTable('supply_point')
    .set({ province_code: provinceCode })
    .where('supply_point_id', '=', contract.supplyPointId)
    .execute()
  const curveDays = days.map(([day, quarters]) => ({
    ...{ cups: contract.cups, day, source: 'P2D' as const, stepMinutes: 15 as const, version: 0, invoice: null },
    importWh: Array.from({ length: quarters }, (_, quarter) => quarter),
    exportWh: Array.from({ length: quarters }, (_, quarter) => (quarter === 50 ? 123 : 0)),
    ...{ reactiveVarh: null, quality: `E${'R'.repeat(quarters - 1)}` },
  }))
  await storeCurveDays(db, curveDays, testArrival)
  return { contract, visitor: await portal.as(await insertUser(db, { customerIds: [customerId] })) }
}

/** Returns the lines of a day, split into columns. */
async function linesOf({ contract, visitor }: Home, day: string): Promise<string[][]> {
  const answer = await visitor.sendRaw(downloadCurve, {
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

describe('quarter hours in the Datadis format', () => {
  test('are summed by hour, with energy fed in and estimates', async () => {
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
    ['in Madrid time', '08', '02:00'],
    ['in the Canary Islands an hour earlier', '35', '01:00'],
  ])('repeat the hour that October repeats: %s', async (_, province, repeated) => {
    const home = await aHome(province, [['2026-10-25', 100]])
    const lines = await linesOf(home, '2026-10-25')
    expect(lines).toHaveLength(25)
    expect(hoursOf(lines).filter((hour) => hour === repeated)).toHaveLength(2)
    expect(new Set(hoursOf(lines)).size).toBe(24)
    expect(used(lines).slice(0, 4)).toEqual(['0,006', '0,022', '0,038', '0,054'])
  })

  test.each([
    ['in Madrid time', '08', ['01:00', '03:00']],
    ['in the Canary Islands an hour earlier', '38', ['02:00', '03:00']],
  ])('omit the hour that March skips: %s', async (_, province, expected) => {
    const home = await aHome(province, [['2026-03-29', 92]])
    const lines = await linesOf(home, '2026-03-29')
    expect(lines).toHaveLength(23)
    expect(hoursOf(lines).slice(0, 2)).toEqual(expected)
  })
})
