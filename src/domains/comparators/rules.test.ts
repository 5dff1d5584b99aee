import { expect, test } from 'vitest'
import { makeCups } from '#vocabulary/cups.ts'
import { parseInvoiceCode } from './invoice-code.ts'
import { findElectricityProblems, findGasProblems, isTooHigh } from './invoice-rules.ts'
import { fieldsOf, isCompleteCups, isHighVoltage } from './rules.ts'

const cups = makeCups('0021', '990000000001')
const today = '2026-10-15'

test.each([
  ['2.0TD', 3, 2, false],
  ['3.0TD', 6, 6, false],
  ['3.0TDVE', 6, 6, false],
  ['6.1TD', 6, 6, true],
  ['6.4TD', 6, 6, true],
  ['6.1TDVE', 6, 6, true],
] as const)('%s has %i energy periods and %i powers; high voltage: %s', (name, periods, powers, expected) => {
  expect(fieldsOf(name)).toMatchObject({ energy: { length: periods }, powers: { length: powers } })
  expect(isHighVoltage(name)).toBe(expected)
})

test.each([
  [720 * 4.6, false, 'as much as passes'],
  [720 * 4.6 + 0.001, true, 'a watt hour more'],
])('%d kWh in 30 days at 4.6 kW: too high %s, %s', (kwh, expected) => {
  expect(isTooHigh({ kwh, kw: 4.6, hours: 720 })).toBe(expected)
})

test.each([
  [cups, true],
  [`${cups}0F`, true],
  ['ES 0021 9900 0000 0001 AB', true],
  [cups.slice(0, 19), false],
  [`${cups}0`, false],
])('CUPS %s is complete enough to look up: %s', (text, expected) => {
  expect(isCompleteCups(text)).toBe(expected)
})

const invoice = {
  cups,
  comerOrigin: 3,
  startDate: '2026-09-01',
  endDate: '2026-09-30',
  accessTariff: '18',
  invoiceAmount: 80,
  power: 4.6,
  p1: 50,
  p2: 40,
  p3: 0,
}

const inMarch = { startDate: '2026-03-01', endDate: '2026-03-31' }
const inOctober = { startDate: '2025-10-01', endDate: '2025-10-31' }

test.each([
  ['a valid form', {}, {}],
  ['a different second power', { power2: 5.5 }, {}],
  ['an invoice that ends today', { endDate: today }, {}],
  ['a single day', { endDate: '2026-09-01' }, {}],
  ['no CUPS', { cups: ' ' }, { cups: 'required' }],
  ['wrong control letters', { cups: `${cups.slice(0, 18)}AA` }, { cups: 'cups_not_valid' }],
  ['no retailer', { comerOrigin: null }, { comerOrigin: 'required' }],
  ['no tariff', { accessTariff: '' }, { accessTariff: 'required' }],
  ['no power', { power: null }, { power: 'power_invalid' }],
  ['a power of zero', { power: 0 }, { power: 'power_invalid' }],
  ['a second power of zero', { power2: 0 }, { power2: 'power_invalid' }],
  ['a third power of zero', { power3: 0 }, {}],
  ['a third power that the tariff does not have', { power3: 4.6 }, { power3: 'period_not_of_tariff' }],
  ['no consumption in a period', { p2: null }, { p2: 'consumption_required' }],
  ['consumption in a period that the tariff does not have', { p4: 1 }, { p4: 'period_not_of_tariff' }],
  ['zero consumption in a period that the tariff does not have', { p4: 0 }, {}],
  ['more consumption than the power allows', { p1: 3_312 }, { p1: 'consumption_too_high' }],
  ['more consumption than the first power allows, but not the second', { p1: 3_312, power2: 4.7 }, {}],
  ['the maximum consumption for a March of 743 hours', { ...inMarch, p1: 3_377.8 }, {}],
  ['more consumption than a March of 743 hours allows', { ...inMarch, p1: 3_377.9 }, { p1: 'consumption_too_high' }],
  ['the maximum consumption for an October of 745 hours', { ...inOctober, p1: 3_387 }, {}],
  [
    'more consumption than an October of 745 hours allows',
    { ...inOctober, p1: 3_387.1 },
    { p1: 'consumption_too_high' },
  ],
  ['no start day', { startDate: '' }, { startDate: 'date_invalid' }],
  ['an end before the start', { endDate: '2026-08-31' }, { endDate: 'end_before_start' }],
  ['an end after today', { endDate: '2026-10-16' }, { endDate: 'date_in_future' }],
  ['two years', { startDate: '2024-09-01' }, { endDate: 'range_too_long' }],
  ['no amount', { invoiceAmount: null }, { invoiceAmount: 'amount_invalid' }],
  ['a postcode of four digits', { postcode: '2801' }, { postcode: 'postcode_invalid' }],
])('electricity: %s', (_, given, expected) => {
  expect(findElectricityProblems({ ...invoice, ...given }, today)).toEqual(expected)
})

test.each([
  ['a valid form', {}, {}],
  ['no consumption', { p1: null }, { p1: 'consumption_required' }],
  ['an electricity tariff', { accessTariff: 18 }, { accessTariff: 'required' }],
  ['an end before the start', { endDate: '2026-08-31' }, { endDate: 'end_before_start' }],
])('gas: %s', (_, given, expected) => {
  expect(findGasProblems({ ...invoice, accessTariff: 102, ...given }, today)).toEqual(expected)
})

const address = 'https://comparador.cnmc.gob.es/comparador/QRE?'

test.each([
  [
    'an invoice of three periods',
    `${address}cp=8500&cups=${cups}&pP1=4.600&pP2=3,45&caP1=800&cfP1=50&cfP2=40.5&cfP3=110&iniF=2026-08-31&finF=2026-09-30&imp=89.86&tc=F0`,
    {
      cups,
      postcode: '08500',
      power: '4.600',
      power2: '3.45',
      accessTariff: '18',
      p1: '50',
      p2: '40.5',
      p3: '110',
      startDate: '2026-09-01',
      endDate: '2026-09-30',
      invoiceAmount: '89.86',
    },
  ],
  [
    'units in brackets, Spanish dates, names in capitals',
    `${address}PP1=5.75[kW]&CFP1=12[kWh]&INIF=31/08/2026&FINF=30-09-2026`,
    { power: '5.75', accessTariff: '18', p1: '12', startDate: '2026-09-01', endDate: '2026-09-30' },
  ],
  [
    'six periods',
    `${address}pP1=20&pP2=20&pP3=20&pP4=20&pP5=20&pP6=20&cfP1=1&cfP2=2&cfP3=3&cfP4=4&cfP5=5&cfP6=6`,
    {
      ...{ power: '20', power2: '20', power3: '20', power4: '20', power5: '20', power6: '20' },
      ...{ accessTariff: '19', p1: '1', p2: '2', p3: '3', p4: '4', p5: '5', p6: '6' },
    },
  ],
  ['surrounding text', `Mi QR: ${address}imp=45,10 gracias`, { invoiceAmount: '45.10' }],
  [
    'invalid values',
    `${address}imp=-4&pP1=much&cups=ES1&iniF=2026-02-30&cp=99999&finF=2026-09-30`,
    { endDate: '2026-09-30' },
  ],
  ['no usable values', `${address}verde=1`, null],
  ['an address of another site', 'https://example.test/?imp=45', null],
  ['text that is not an address', 'ES0021', null],
  ['nothing', '', null],
])('parses the QR code of an invoice: %s', (_, text, expected) => {
  expect(parseInvoiceCode(text)).toEqual(expected)
})
