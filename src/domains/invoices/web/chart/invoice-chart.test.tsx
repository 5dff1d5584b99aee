import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { plots } from '#kit/web/chart/chart-testing.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type InvoiceMonth, sumInvoicesByMonth } from '../../api.ts'
import texts from '../../texts/es.json'
import { parseListView } from '../filters/list-address.ts'
import { sampleInvoice } from '../invoice-testing.ts'
import type { InvoiceModel } from '../parse-invoice.ts'
import { InvoiceChartSlot } from './invoice-chart-slot.tsx'

async function showChart(items: InvoiceModel[], { total = items.length, sums = [] as InvoiceMonth[] } = {}) {
  const place = <InvoiceChartSlot id="chart" kind="electricity" view={parseListView({}, 10)} page={{ items, total }} />
  await renderAt('/invoices', place, {
    callMocks: [mockCall(sumInvoicesByMonth, () => ({ items: sums }))],
    boot: { settings: defaultSettings, signedIn: { name: 'Anna' } as never },
    messages: { invoices: texts },
  })
  const figure = await screen.findByRole('figure')
  await vi.waitFor(() => expect(plots.length).toBeGreaterThan(0))
  return figure
}

const legend = () => screen.getAllByRole('listitem').map((item) => item.textContent)

const twoMonths = [
  sampleInvoice({ month: '2026-08-01', amountTotalCents: 5510, energyWh: 252_000 }),
  sampleInvoice({
    month: '2026-09-01',
    amountTotalCents: 4569,
    amountPendingCents: 4569,
    energyWh: 190_000,
    status: 'unpaid',
  }),
]

test('a sentence names the highest month, and due amounts are shown separately', async () => {
  const figure = await showChart(twoMonths)
  const sentence = document.getElementById(figure.getAttribute('aria-labelledby')!)
  expect(sentence?.textContent).toBe(
    'Con borde rojo, lo que falta por pagar. El mes más alto fue agosto de 2026: 55,10\u00a0€.',
  )
  expect(legend()).toEqual(['Al día 55,10\u00a0€', 'Falta por pagar 45,69\u00a0€', 'Energía 442\u00a0kWh'])
  expect(plots).toHaveLength(2)
})

test('the amount is a single series if nothing is due', async () => {
  await showChart(twoMonths.map((each) => ({ ...each, standing: 'paid', amountPendingCents: 0 })))
  expect(legend()).toEqual(['Importe 100,79\u00a0€', 'Energía 442\u00a0kWh'])
})

test('contracts are distinguished by address, with both measures', async () => {
  const [august] = twoMonths
  await showChart([august!, { ...august!, contractName: '2', address: 'Carrer Nou, 2', amountTotalCents: 1000 }])
  expect(legend()).toEqual(['Carrer Major, 1 55,10\u00a0€ · 252\u00a0kWh', 'Carrer Nou, 2 10,00\u00a0€ · 252\u00a0kWh'])
})

test('two contracts at one address are distinguished by name', async () => {
  const [august] = twoMonths
  await showChart([august!, { ...august!, contractName: '2', amountTotalCents: 1000 }])
  expect(legend()[1]).toMatch(/^Carrer Major, 1 \(2\) /)
})

test('multipoint invoices have amounts only', async () => {
  await showChart(twoMonths.map((each) => ({ ...each, energyWh: null, contractName: null })))
  expect(plots).toHaveLength(1)
})

test('the data is also available as a table', async () => {
  await showChart(twoMonths)
  await userEvent.click(screen.getByRole('button', { name: 'Ver como tabla' }))
  const table = screen.getByRole('table', { name: 'Importe y energía por meses' })
  expect(within(table).getByRole('row', { name: /^Agosto de 2026 55,10\s€/ })).toBeTruthy()
})

test('invoices on other pages count as well', async () => {
  const figure = await showChart([twoMonths[0]!], {
    total: 1200,
    sums: [{ month: '2026-10-01', contract: null, amount_settled: 0, amount_due: 184_179.62, energy_consumed: null }],
  })
  expect(document.getElementById(figure.getAttribute('aria-labelledby')!)?.textContent).toContain(
    'El mes más alto fue octubre de 2026: 184.179,62\u00a0€.',
  )
})
