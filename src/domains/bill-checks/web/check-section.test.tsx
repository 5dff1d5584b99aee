import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type CheckedLine, type InvoiceCheck, readInvoiceCheck } from '../api.ts'
import texts from '../texts/es.json'
import { CheckSection } from './check-section.tsx'

const meter: CheckedLine = {
  ...{ index: 5, kind: 'meter', period: null, first_day: '2026-09-01', last_day: '2026-09-30', state: 'wrong' },
  ...{ amount: 1.5, expected_amount: 0.8, difference: 0.7, faults: ['regulated_price'], unknown: [], readings: [] },
  basis: [
    {
      ...{ norm: 'Orden IET/1491/2013', article: null },
      row: {
        ...{ name: 'meter_rental_single_phase', valid_from: '2014-01-01', valid_to: null, value: '0.02663' },
        source: 'Orden IET/1491/2013: 0.81 EUR/month',
      },
    },
  ],
}
const power: CheckedLine = {
  ...{ ...meter, index: 0, kind: 'power', period: 1, state: 'right', amount: 12.42, expected_amount: 12.42 },
  ...{ difference: 0, faults: [], basis: [] },
}
const wrong: InvoiceCheck = {
  state: 'wrong',
  difference: 0.85,
  faults: [],
  unknown: [],
  lines: [power, meter],
  meter: null,
}

async function show(check: InvoiceCheck) {
  await renderAt('/invoices/FE1', <CheckSection invoiceId={7} />, {
    messages: { 'bill-checks': texts },
    callMocks: [
      mockCall(readInvoiceCheck, ({ params }) => {
        expect(params).toEqual({ id: '7' })
        return check
      }),
    ],
  })
  return within(await screen.findByRole('region', { name: 'Comprobación de tu factura' }))
}

test('says in one sentence how much is wrong, and on which line and why', async () => {
  const section = await show(wrong)
  expect(await section.findByText(/^Hay un error: cobra 0,85\s€ de más\.$/)).toBeTruthy()
  const [line] = section.getAllByRole('listitem')
  expect(line!.textContent).toMatch(/Alquiler del contador0,70\s€ de más/)
  expect(line!.textContent).toMatch(/En la factura: 1,50\s€ · Según nuestro cálculo: 0,80\s€/)
  expect(line!.textContent).toContain('No es el precio regulado de esos días.')
})

test('names the norm and the dated row of a verdict', async () => {
  const section = await show(wrong)
  await userEvent.click(await section.findByText('Con qué lo comparamos'))
  expect(section.getByText(/Orden IET\/1491\/2013: 0.81/)).toBeTruthy()
})

test('puts the lines that are right behind a summary', async () => {
  const section = await show({ ...wrong, state: 'right', difference: 0, lines: [power] })
  expect(await section.findByText('La hemos vuelto a calcular y está bien.')).toBeTruthy()
  await userEvent.click(section.getByText('Ver las líneas que están bien (1)'))
  expect(section.getByText('Potencia P1')).toBeTruthy()
})

test('says why something cannot be told', async () => {
  const section = await show({ ...wrong, state: 'unknown', difference: 0, unknown: ['gap'], lines: [] })
  expect(await section.findByText(/no podemos asegurarlo todo/)).toBeTruthy()
  expect(section.getByText('Hay días sin factura entre la anterior y esta.')).toBeTruthy()
})

test('says what the distributor says now of the energy of the bill, since when, and what that comes to', async () => {
  const section = await show({
    ...{ ...wrong, state: 'right', difference: 0, lines: [power] },
    meter: {
      ...{ first_day: '2026-10-01', last_day: '2026-10-31', billed: 8.1, metered: 9.4, difference: -0.31 },
      corrected_on: '2026-11-12',
      periods: [
        { period: 1, billed: 3.1, metered: 3.1 },
        { period: 3, billed: 5, metered: 6.3 },
      ],
    },
  })
  const note = await section.findByText(/la distribuidora dice/)
  expect(note.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Del 01/10/2026 al 31/10/2026 tu factura cobra 8,1 kWh y la distribuidora dice ahora 9,4 kWh: corrigió tus datos el 12/11/2026. Con los precios de la factura serían 0,31 € más.',
  )
  expect(section.getByText('P3: de 5 kWh a 6,3 kWh')).toBeTruthy()
  expect(section.queryByText(/P1:/)).toBeNull()
})

test.each<[reason: string, change: Partial<InvoiceCheck>, sentence: RegExp]>([
  [
    'energy that the distributor corrected later is no error of the bill',
    { lines: [{ ...power, kind: 'energy', state: 'wrong', difference: -0.31, faults: ['quantity'] }] },
    /^Después de esta factura la distribuidora corrigió tus datos. Con los de ahora, cobra 0,31\s€ de menos.$/,
  ],
  [
    'another fault beside it is',
    { lines: [{ ...power, state: 'wrong', difference: -0.31, faults: ['price'] }] },
    /^Hay un error: cobra 0,31\s€ de menos.$/,
  ],
])('%s', async (_, change, sentence) => {
  const section = await show({
    ...{ ...wrong, difference: -0.31, ...change },
    meter: {
      ...{ first_day: '2026-10-01', last_day: '2026-10-31', billed: 8.1, metered: 9.4, difference: -0.31 },
      ...{ corrected_on: '2026-11-12', periods: [] },
    },
  })
  expect(await section.findByText(sentence)).toBeTruthy()
})
