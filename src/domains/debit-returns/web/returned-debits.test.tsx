import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type ListedReturn, listReturnedDebits } from '../api.ts'
import { type CustomerCause, consequences, customerCauses } from '../return-reasons.ts'
import texts from '../texts/es.json'
import { ReturnedDebits } from './returned-debits.tsx'

const returned = (cause: CustomerCause, change: Partial<ListedReturn> = {}): ListedReturn => ({
  ...{ id: 1, cause, steps: [...consequences[cause].steps], returned_on: '2026-11-24' },
  invoice: { id: 9, kind: 'invoice', number: 'FE000123', amount: 45.69 },
  contract: { name: 'C 1', energy: 'electricity' },
  ...change,
})

async function show(items: ListedReturn[], props: Parameters<typeof ReturnedDebits>[0] = {}) {
  await renderAt('/', <ReturnedDebits {...props} />, {
    messages: { 'debit-returns': texts },
    boot: { signedIn: anna, settings: defaultSettings, flags: { 'crm.case': true } },
    callMocks: [mockCall(listReturnedDebits, () => ({ items }))],
  })
}

test.each(customerCauses)('why a debit came back is said in words: %s', async (cause) => {
  await show([returned(cause)])
  expect(await screen.findByText(texts.causes[cause])).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/[A-Z]{2}\d{2}\b/)
})

test('each step leads to where it is taken, the best one first', async () => {
  await show([returned('no_mandate')])
  const card = within(await screen.findByRole('article'))
  expect(card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Firmar una domiciliación nueva, factura FE000123', '/contracts/electricity/C%201?action=ibanChange'],
    ['Pagar con tarjeta, factura FE000123', '/invoices?contractType=electricity'],
    ['Preguntar por esta factura, factura FE000123', '/requests/create?contract=C+1&invoice=FE000123'],
  ])
})

test('where invoices are paid, the payment opens at once', async () => {
  const paid: unknown[] = []
  await show([returned('no_money')], { onPay: (item) => paid.push(item) })
  await userEvent.click(await screen.findByRole('button', { name: /Pagar con tarjeta/ }))
  expect(paid).toMatchObject([{ id: 9, kind: 'invoice', number: 'FE000123', amountCents: 4_569 }])
})

test('a contract shows only its own', async () => {
  await show([returned('ours'), returned('ours', { id: 2, contract: { name: 'C 2', energy: 'gas' } })], {
    contractName: 'C 2',
  })
  expect(await screen.findAllByRole('article')).toHaveLength(1)
})

test('a multipoint invoice has no account to change', async () => {
  await show([returned('account_closed', { contract: null })])
  const links = within(await screen.findByRole('article')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/invoices?contractType=multipoint'])
})
