import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { readInvoiceCheck } from '#domains/bill-checks/api.ts'
import billChecks from '#domains/bill-checks/texts/es.json'
import { takeCorrectionPlan } from '#domains/collections/api.ts'
import { listOwnDuties } from '#domains/duties/api.ts'
import type { ContractDuty } from '#domains/duties/shown-duty.ts'
import duties from '#domains/duties/texts/es.json'
import { listInvoices } from '#domains/invoices/api.ts'
import invoices from '#domains/invoices/texts/es.json'
import { wireInvoice, wireMultipointInvoice } from '#domains/invoices/web/invoice-testing.ts'
import payments from '#domains/payments/texts/es.json'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type InvoicePageDetails, readInvoiceDetails } from '../api.ts'
import texts from '../texts/es.json'
import { InvoiceScreen } from './invoice-screen.tsx'
import { wireDetails } from './invoice-testing.ts'

const messages = { 'invoice-details': texts, 'bill-checks': billChecks, duties, invoices, payments }

function show(
  details: InvoicePageDetails,
  {
    address = '/invoices/FE26%2F157374',
    contact = true,
    user = anna,
    more = [],
  }: { address?: string; contact?: boolean; user?: typeof anna; more?: ReturnType<typeof mockCall>[] } = {},
) {
  return renderAt(address, <InvoiceScreen />, {
    path: '/invoices/$number',
    messages,
    boot: {
      signedIn: user,
      settings: { ...defaultSettings, features: { ...defaultSettings.features, contact } },
      flags: { 'crm.case': true },
    },
    callMocks: [
      mockCall(readInvoiceDetails, ({ query }) => {
        expect(query.number, 'the number is decoded').toBe(details.invoice.number)
        return details
      }),
      mockCall(readInvoiceCheck, () => ({
        state: 'right' as const,
        difference: 0,
        faults: [],
        unknown: [],
        lines: [],
        meter: null,
      })),
      ...more,
    ],
  })
}

test('an invoice says why it differs, with the causes that sum to the difference', async () => {
  await show(wireDetails())
  const sentence = await screen.findByText(/^Son 10,00/)
  expect(sentence.textContent!.replaceAll('\u00a0', ' ')).toBe(
    'Son 10,00 € más que en la factura anterior: has usado más energía cada día (+13,50 €) y hay menos días (−3,50 €).',
  )
  const why = screen.getByRole('region', { name: 'Por qué este importe' })
  expect(within(why).getByRole('link', { name: 'Factura FE26/1' }).getAttribute('href')).toBe('/invoices/FE26%2F1')
})

test('each line leads to a question that is filled in with its figures', async () => {
  await show(wireDetails())
  const link = await screen.findByRole('link', {
    name: /Preguntar por esta línea: Energía, Punta|Preguntar por esta línea: Energía/,
  })
  const { pathname, searchParams } = new URL(link.getAttribute('href')!, 'http://portal.test')
  expect(pathname).toBe('/requests/create')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    contract: '0048213',
    topic: 'billing',
    invoice: 'FE26/157374',
    line: '0',
  })
  expect(searchParams.get('subject')!.replaceAll('\u00a0', ' ')).toMatch(
    /^Factura FE26\/157374\. .*60 kWh × 0,2 €\/kWh = 12,00 €$/,
  )
})

test('an invoice says what came of checking it', async () => {
  await show(wireDetails())
  const check = await screen.findByRole('region', { name: 'Comprobación de tu factura' })
  expect(await within(check).findByText('La hemos vuelto a calcular y está bien.')).toBeTruthy()
})

test('nothing can be asked where the retailer takes no requests', async () => {
  await show(wireDetails(), { contact: false })
  await screen.findByRole('heading', { name: 'De qué se compone' })
  expect(screen.queryByRole('link', { name: /Preguntar/ })).toBeNull()
})

test('an invoice without lines says where they are, and can be asked about as a whole', async () => {
  await show(wireDetails({ lines: [], before: null }))
  await screen.findByText(/El detalle de esta factura está en el PDF/)
  expect(screen.getByRole('link', { name: 'Preguntar por esta factura' }).getAttribute('href')).toContain('line=all')
  expect(screen.getByText(/ninguna factura anterior/)).toBeTruthy()
})

test('a corrected invoice leads to the one that corrects it', async () => {
  await show(wireDetails({ corrected_by: [{ number: 'FR 1', type: 'R' }] }))
  expect((await screen.findByRole('link', { name: 'FR 1' })).getAttribute('href')).toBe('/invoices/FR%201')
})

test('leads to the comparator of the CNMC with its figures, where the paper does', async () => {
  const comparator_url = 'https://comparador.cnmc.gob.es/comparador/QRE?cups=1'
  await show(wireDetails({ comparator_url }))
  const link = await screen.findByRole('link', { name: texts.comparator.link })
  expect(link.getAttribute('href')).toBe(comparator_url)
})

test('the meter and the contract are told as on the paper', async () => {
  await show(wireDetails())
  const section = await screen.findByRole('region', { name: 'El contrato y el contador' })
  expect(section.textContent).toContain('Número de contador042123456')
})

test('readings say which of them is estimated, and by when the meter is read', async () => {
  const readings = {
    unit: 'kWh',
    from: { date: '2026-09-03', is_estimated: false, registers: [100, 200, 300] },
    to: { date: '2026-10-03', is_estimated: true, registers: [160, 200, 300] },
    ...{ factor: null, calorific: null },
  } as const
  await show(
    wireDetails({
      readings: {
        ...readings,
        from: { ...readings.from, registers: [100, 200, 300] },
        to: { ...readings.to, registers: [160, 200, 300] },
      },
    }),
    {
      more: [
        mockCall(listOwnDuties, ({ query }) => {
          expect(query.contract).toBe('0048213')
          const duty = { status: 'running', since: '2026-09-03', due_at: null, is_compensated: false } as const
          const items: ContractDuty[] = [
            { ...duty, kind: 'meter_reading', due_on: '2026-10-06', recourse: 'energy_authority' },
            { ...duty, kind: 'actual_reading', due_on: '2026-11-03', recourse: 'energy_authority' },
            { ...duty, kind: 'actual_billing', due_on: '2027-09-03', recourse: 'consumer_bodies' },
            { ...duty, kind: 'closing_bill', due_on: '2026-12-03', recourse: 'consumer_bodies' },
          ]
          return { items }
        }),
      ],
    },
  )
  await screen.findByText('No hay ninguna lectura real de tu contador desde el 03/09/2026: tu consumo es estimado.')
  const region = screen.getByRole('region', { name: 'Lecturas del contador' }).textContent!
  expect(region).toContain('La distribuidora ha de leer tu contador antes de que acabe el 03/11/2026.')
  expect(region).toContain('Te facturamos tu consumo real antes de que acabe el 03/09/2027.')
  for (const other of ['06/10/2026', '03/12/2026']) expect(region).not.toContain(other)
  expect(screen.getByRole('link', { name: 'Enviar la lectura' }).getAttribute('href')).toBe(
    '/contact?autolectures=true&contract=0048213',
  )
  await screen.findByText(/De la lectura del 03\/09\/2026 \(real\) a la del 03\/10\/2026 \(estimada\)/)
})

test('a multipoint invoice lists its invoices with their pages', async () => {
  const invoice = wireMultipointInvoice({ number: 'FM26/7' })
  const member = { number: 'FE26/8', full_address: 'Carrer Major, 1', energy: 10, amount_total: 20 }
  await show({ kind: 'multipoint', invoice, members: [member] }, { address: '/invoices/FM26%2F7' })
  expect((await screen.findByRole('link', { name: 'FE26/8' })).getAttribute('href')).toBe('/invoices/FE26%2F8')
})

test('easy reading has one idea in each sentence, and leads back', async () => {
  await show(wireDetails(), { address: '/invoices/FE26%2F157374?view=easy' })
  await screen.findByRole('heading', { name: 'Cuánto es' })
  expect(screen.getByText('La factura es de 30 días.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver la factura completa' }).getAttribute('href')).toBe(
    '/invoices/FE26%2F157374',
  )
})

const panels = {
  particulars: [
    { fact: 'self_consumption_type', label: 'Tipo de autoconsumo', value: 'Individual (modalidad 41)' },
    { fact: 'self_consumption_code', label: 'Código de autoconsumo (CAU)', value: 'ES0031406083219007ZY0FA000' },
    { fact: 'self_consumption_energy', label: 'Energía compensada, hora a hora', value: '71 kWh' },
    { fact: 'other', label: 'Contrato de acceso', value: '400100200300' },
  ],
} satisfies Parameters<typeof wireDetails>[0]

test('the code of the self-consumption is read in groups and copied whole', async () => {
  await show(wireDetails(panels))
  const code = (await screen.findByText('Código de autoconsumo (CAU)')).nextElementSibling!
  expect(code.textContent).toBe('ES0031406083219007ZY0FA000')
  expect(within(code as HTMLElement).getByText('A000')).toBeTruthy()
  expect(within(code as HTMLElement).getByRole('button')).toBeTruthy()
})

test('easy reading has what the invoice tells of the panels, and nothing of panels without them', async () => {
  await show(wireDetails(panels), { address: '/invoices/FE26%2F157374?view=easy' })
  const step = (await screen.findByRole('heading', { name: 'Tus placas solares' })).parentElement!
  expect(
    within(step)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(panels.particulars.slice(0, 3).map(({ label }) => label))
  expect(within(step).getByText('71 kWh')).toBeTruthy()
  expect(within(step).getByText('A000'), 'the code breaks only between its groups').toBeTruthy()
  cleanup()
  await show(wireDetails(), { address: '/invoices/FE26%2F157374?view=easy' })
  await screen.findByRole('heading', { name: 'Cuánto es' })
  expect(screen.queryByRole('heading', { name: 'Tus placas solares' })).toBeNull()
})

test('behind an upstream server the page has what its lists know', async () => {
  await renderAt('/invoices/FE26%2F157374', <InvoiceScreen />, {
    path: '/invoices/$number',
    messages,
    boot: { signedIn: anna, hasUpstream: true, settings: defaultSettings },
    callMocks: [
      mockCall(listInvoices, ({ query }) => {
        expect(query?.filter).toBe('[["number","=","FE26/157374"]]')
        return { items: [wireInvoice({ number: 'FE26/157374' })], n_items: 1, offset: 0, limit: 10 }
      }),
    ],
  })
  await screen.findByRole('heading', { level: 1, name: 'Factura de luz FE26/157374' })
  expect(screen.getByRole('heading', { name: 'Documentos' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Por qué este importe' })).toBeNull()
})

const offer = {
  ...{ amount: 60, since: '2026-08-20' },
  parts: [
    { number: 1, due_on: '2026-12-10', amount: 30 },
    { number: 2, due_on: '2027-01-10', amount: 30 },
  ],
}

test('what earlier bills lacked is paid by month with one press', async () => {
  const taken: string[] = []
  await show(wireDetails({ plan_offer: offer }), {
    more: [
      mockCall(takeCorrectionPlan, ({ params }) => {
        taken.push(params.id)
        return { invoice: { id: 1, number: 'FE26/157374' }, parts: [] }
      }),
    ],
  })
  const plan = await screen.findByRole('region', { name: texts.plan.title })
  expect(
    within(plan).getByText(/60,00.*que faltaban en facturas anteriores desde el 20.*2 partes mensuales/),
  ).toBeTruthy()
  expect(
    within(plan)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^30,00.€ hasta el 10\/12\/2026/),
    expect.stringMatching(/^30,00.€ hasta el 10\/01\/2027/),
  ])
  await userEvent.click(within(plan).getByRole('button', { name: 'Pagar en 2 partes' }))
  expect(taken).toEqual([String(wireInvoice().id)])
})

test.each([
  ['N', 2],
  ['C', 0],
] as const)('an invoice of type %s has %s sections that compare it and tell its readings', async (type, count) => {
  const details = wireDetails()
  await show({ ...details, invoice: { ...details.invoice, rectificative_type: type } })
  await screen.findByRole('heading', { name: texts.parts.title })
  expect(
    screen.queryAllByRole('heading', { name: new RegExp(`^(${texts.why.title}|${texts.readings.title})$`) }),
  ).toHaveLength(count)
})

test('the parts of a bill are paid one by one, or all at once', async () => {
  const parts = [
    { number: 1, due_on: '2026-12-10', amount: 22.84, left: 0 },
    { number: 2, due_on: '2027-01-10', amount: 22.85, left: 22.85 },
    { number: 3, due_on: '2027-02-10', amount: 22.84, left: 22.84 },
  ]
  const invoice = wireInvoice({ next_part: { amount: 22.85, due_date: '2027-01-10' } })
  await show(wireDetails({ invoice, plan: { invoice: { id: 1, number: 'FE26/157374' }, parts } }))
  const plan = await screen.findByRole('region', { name: texts.plan.title })
  expect(within(plan).getByText(payments.parts.paid)).toBeTruthy()
  expect(within(plan).getByRole('button', { name: /^Pagar 22,85.€ ahora$/ })).toBeTruthy()
  expect(within(plan).getByRole('button', { name: /^Pagar todo lo que falta: 45,69/ })).toBeTruthy()
  expect(screen.getByText(/Próxima parte: 22,85.€ hasta el 10\/01\/2027/)).toBeTruthy()
})

test('who only reads takes no plan', async () => {
  await show(wireDetails({ plan_offer: offer }), { user: { ...anna, readonly: true } })
  const button = await screen.findByRole('button', { name: 'Pagar en 2 partes' })
  expect(button.getAttribute('aria-disabled') ?? String((button as HTMLButtonElement).disabled)).toBe('true')
})
