import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { createF1 } from './f1-testing.ts'
import { importF1 } from './import-f1.ts'

let portal: TestPortal
let contract: CreatedContract
beforeAll(async () => {
  portal = await startTestPortal()
  contract = await insertContract(portal.context.db, { customerId: await insertCustomer(portal.context.db) })
})
beforeEach(() => portal.context.db.deleteFrom('meter_reading').execute())
afterAll(() => portal.close())

const take = (xml: string | Buffer) => importF1(portal.context.db, Buffer.from(xml as string), portal.context.clock())
const makeF1Xml = (more: Partial<Parameters<typeof createF1>[0]> = {}) => createF1({ cups: contract.cups, ...more })
const readings = () =>
  portal.context.db.selectFrom('meter_reading').select(['day', 'register_wh', 'is_estimated']).orderBy('day').execute()

describe('a distributor’s invoice', () => {
  test('stores the registers at the start of its first day and the end of its last', async () => {
    expect(await take(makeF1Xml())).toEqual({ invoices: 1, readings: 2, refusals: [] })
    expect(await readings()).toEqual([
      { day: '2022-01-01', register_wh: [5_471_000, 6_180_000, 708_000], is_estimated: false },
      { day: '2022-02-01', register_wh: [5_499_000, 6_206_000, 800_500], is_estimated: false },
    ])
    expect(await take(makeF1Xml())).toEqual({ invoices: 1, readings: 0, refusals: [] })
  })

  test.each([
    ['estimated', '40'],
    ['calculated', '70'],
  ])('that is %s is overridden by actual readings, and not the other way round', async (_, origin) => {
    await take(makeF1Xml({ origin }))
    expect((await readings()).map(({ is_estimated }) => is_estimated)).toEqual([true, true])
    expect((await take(makeF1Xml())).readings).toBe(2)
    expect((await take(makeF1Xml({ origin }))).readings).toBe(0)
    expect((await readings()).map(({ is_estimated }) => is_estimated)).toEqual([false, false])
  })

  test('replaces readings when it rectifies another, and stores none when it cancels one', async () => {
    await take(makeF1Xml())
    const other: [string, string][] = [
      ['1', '2'],
      ['1', '2'],
      ['1', '2'],
    ]
    expect(await take(makeF1Xml({ type: 'A', registers: other }))).toEqual({ invoices: 1, readings: 0, refusals: [] })
    expect(await take(makeF1Xml({ type: 'R', registers: other }))).toMatchObject({ readings: 2 })
    expect((await readings())[1]).toMatchObject({ register_wh: [2_000, 2_000, 2_000] })
  })

  test('needs all six registers for six periods, and stores no reading if one is missing', async () => {
    const six = Array.from({ length: 6 }, (_, index): [string, string] => [String(index), String(index + 10)])
    const periods = ['61', '62', '63', '64', '65', '66']
    await take(makeF1Xml({ registers: six, periods }))
    expect((await readings())[1]).toMatchObject({ register_wh: six.map(([, to]) => Number(to) * 1_000) })
    expect(
      await take(makeF1Xml({ registers: six.slice(1), periods: periods.slice(1), to: '2022-03-31' })),
    ).toMatchObject({
      readings: 0,
    })
  })

  test('can be encoded in ISO-8859-1', async () => {
    const xml = makeF1Xml().replace('UTF-8', 'ISO-8859-1').replace('</Cabecera>', '<Calle>España</Calle></Cabecera>')
    expect(await take(Buffer.from(xml, 'latin1'))).toMatchObject({ invoices: 1 })
  })

  const refusals: [reason: string, xml: () => string, code: string][] = [
    ['is not XML', () => 'Factura 1', 'not_xml'],
    ['is truncated', () => makeF1Xml().slice(0, 600), 'not_xml'],
    [
      'declares entities',
      () => makeF1Xml().replace('<Mensaje', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><Mensaje'),
      'not_xml',
    ],
    ['is another document', () => '<MensajeFacturacion><Cabecera/></MensajeFacturacion>', 'not_f1'],
    ['has no valid supply point', () => makeF1Xml({ cups: 'ES1' }), 'cups_invalid'],
    ['has an unknown supply point', () => makeF1Xml({ cups: 'ES0237990000000001CC0F' }), 'supply_point_unknown'],
    ['has no number', () => makeF1Xml({ number: '' }), 'number_missing'],
    ['has an invalid reading', () => makeF1Xml({ registers: [['x', '1']] }), 'readings_broken'],
    ['has an invalid day', () => makeF1Xml({ to: '2022-02-30' }), 'readings_broken'],
  ]
  test.each(refusals)('that %s is refused', async (_, xml, code) => {
    const report = await take(xml())
    expect(report).toMatchObject({ invoices: 0, readings: 0, refusals: [{ position: 1, code }] })
    expect(await readings()).toEqual([])
  })
})
