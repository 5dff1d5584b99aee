import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, type MadeContract } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { anF1 } from './f1-testing.ts'
import { importF1 } from './import-f1.ts'

let portal: TestPortal
let contract: MadeContract
beforeAll(async () => {
  portal = await testPortal()
  contract = await aContract(portal.context.db, { customerId: await aCustomer(portal.context.db) })
})
beforeEach(() => portal.context.db.deleteFrom('meter_reading').execute())
afterAll(() => portal.close())

const take = (xml: string | Buffer) => importF1(portal.context.db, Buffer.from(xml as string))
const told = (more: Partial<Parameters<typeof anF1>[0]> = {}) => anF1({ cups: contract.cups, ...more })
const readings = () =>
  portal.context.db.selectFrom('meter_reading').select(['day', 'register_wh', 'is_estimated']).orderBy('day').execute()

describe('the invoice of a distributor', () => {
  test('tells what the registers showed as its first day began and as its last one had ended', async () => {
    expect(await take(told())).toEqual({ invoices: 1, readings: 2, refusals: [] })
    expect(await readings()).toEqual([
      { day: '2022-01-01', register_wh: ['5471000', '6180000', '708000'], is_estimated: false },
      { day: '2022-02-01', register_wh: ['5499000', '6206000', '800500'], is_estimated: false },
    ])
    expect(await take(told())).toEqual({ invoices: 1, readings: 0, refusals: [] })
  })

  test.each([
    ['estimated', '40'],
    ['calculated', '70'],
  ])('that is %s gives way to one that was taken, and not the other way round', async (_, origin) => {
    await take(told({ origin }))
    expect((await readings()).map(({ is_estimated }) => is_estimated)).toEqual([true, true])
    expect((await take(told())).readings).toBe(2)
    expect((await take(told({ origin }))).readings).toBe(0)
    expect((await readings()).map(({ is_estimated }) => is_estimated)).toEqual([false, false])
  })

  test('that rectifies another replaces its readings, and one that cancels takes in none', async () => {
    await take(told())
    const other: [string, string][] = [
      ['1', '2'],
      ['1', '2'],
      ['1', '2'],
    ]
    expect(await take(told({ type: 'A', registers: other }))).toEqual({ invoices: 1, readings: 0, refusals: [] })
    expect(await take(told({ type: 'R', registers: other }))).toMatchObject({ readings: 2 })
    expect((await readings())[1]).toMatchObject({ register_wh: ['2000', '2000', '2000'] })
  })

  test('of six periods has six registers; where one is missing there is no reading', async () => {
    const six = Array.from({ length: 6 }, (_, index): [string, string] => [String(index), String(index + 10)])
    const periods = ['61', '62', '63', '64', '65', '66']
    await take(told({ registers: six, periods }))
    expect((await readings())[1]).toMatchObject({ register_wh: six.map(([, to]) => `${to}000`) })
    expect(await take(told({ registers: six.slice(1), periods: periods.slice(1), to: '2022-03-31' }))).toMatchObject({
      readings: 0,
    })
  })

  test('in western letters is read', async () => {
    const xml = told().replace('UTF-8', 'ISO-8859-1').replace('</Cabecera>', '<Calle>España</Calle></Cabecera>')
    expect(await take(Buffer.from(xml, 'latin1'))).toMatchObject({ invoices: 1 })
  })

  const refusals: [reason: string, xml: () => string, code: string][] = [
    ['is no XML', () => 'Factura 1', 'not_xml'],
    ['is broken off', () => told().slice(0, 600), 'not_xml'],
    [
      'brings entities of its own',
      () => told().replace('<Mensaje', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><Mensaje'),
      'not_xml',
    ],
    ['is something else', () => '<MensajeFacturacion><Cabecera/></MensajeFacturacion>', 'not_f1'],
    ['names no supply point', () => told({ cups: 'ES1' }), 'cups_invalid'],
    ['is of an unknown supply point', () => told({ cups: 'ES0237990000000001CC0F' }), 'supply_point_unknown'],
    ['has no number', () => told({ number: '' }), 'number_missing'],
    ['has a reading that is none', () => told({ registers: [['x', '1']] }), 'readings_broken'],
    ['has a day that is none', () => told({ to: '2022-02-30' }), 'readings_broken'],
  ]
  test.each(refusals)('that %s is refused', async (_, xml, code) => {
    const report = await take(xml())
    expect(report).toMatchObject({ invoices: 0, readings: 0, refusals: [{ place: 1, code }] })
    expect(await readings()).toEqual([])
  })
})
