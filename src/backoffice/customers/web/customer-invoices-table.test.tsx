import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listCases } from '#domains/support/desk/cases/api.ts'
import cases from '#domains/support/desk/cases/texts/es.json'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { listCustomerInvoices } from '../api.ts'
import texts from '../texts/es.json'
import { CustomerInvoicesTable } from './customer-invoices-table.tsx'
import { LatestCases } from './latest-cases.tsx'

const messages = { 'desk-customers': texts, 'desk-cases': cases }

test('shows period, energy, amount and state of invoices, with links to their payments', async () => {
  const recordRequest = vi.fn()
  await renderAt('/', <CustomerInvoicesTable id="3" contract="7" offset={25} />, {
    messages,
    callMocks: [
      mockCall(listCustomerInvoices, ({ params, query }) => {
        recordRequest({ ...params, ...query })
        return {
          items: [
            {
              ...{ id: 9, number: 'FE2026/102', contract: '0049102', issued_on: '2026-10-31' },
              ...{ starts_on: '2026-10-01', ends_on: '2026-10-28', energy_wh: 215_000 },
              ...{ amount: 45.69, pending: 45.69, status: 'unpaid' as const, is_held: false },
            },
            {
              ...{ id: 10, number: 'FE2026/103', contract: '0049102', issued_on: '2026-11-28' },
              ...{ starts_on: '2026-10-29', ends_on: '2026-11-27', energy_wh: 215_000 },
              ...{ amount: 45.69, pending: 45.69, status: 'unpaid' as const, is_held: true },
            },
          ],
          total: 60,
        }
      }),
    ],
  })
  const row = await screen.findByRole('row', { name: /FE2026\/102 Sin pagar 31\/10\/2026 01\/10\/2026 – 28\/10\/2026/ })
  expect(row.textContent).toMatch(/215\skWh45,69\s€45,69\s€$/)
  expect(screen.getByRole('row', { name: /FE2026\/103 Retenida/ })).toBeTruthy()
  const number = within(row).getByRole('link', { name: 'FE2026/102' })
  expect(number.getAttribute('href')).toBe('/operator/payments?q=FE2026%2F102&state=all')
  expect(recordRequest).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: '3', contract: 7, offset: 25 }))
  const next = screen.getByRole('link', { name: 'Siguientes' })
  expect(next.getAttribute('href')).toBe('/operator/customers/3?contract=7&bills=50')
})

test('links cases to their pages', async () => {
  await renderAt('/', <LatestCases taxId="99100733N" />, {
    messages,
    callMocks: [
      mockCall(listCases, ({ query }) => ({
        items: [
          {
            ...{ id: 12, number: 'C-12', subject: `De ${query?.q}`, category: null, state: 'in_process' as const },
            ...{ customer: { id: 3, name: 'Eva' }, email: null, opened_at: '2026-11-20T11:00:00Z' },
            ...{ due_on: null, clock: 'running' as const, assignee: null },
          },
        ],
        total: 1,
      })),
    ],
  })
  const subject = await screen.findByRole('link', { name: 'De 99100733N' })
  expect(subject.getAttribute('href')).toBe('/operator/cases/12')
  expect(screen.getByRole('row', { name: /Nueva/ })).toBeTruthy()
})
