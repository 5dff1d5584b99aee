import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import {
  listPlatforms,
  payItem,
  readPublishableKey,
  readTransactionSummary,
  readTransferDetails,
} from '#domains/payments/api.ts'
import payments from '#domains/payments/texts/es.json'
import { booked, paid, transferDetails } from '#domains/payments/web/payment-samples.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { SignedInUser } from '#kit/boot.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import {
  countInvoices,
  type Invoice,
  listFilterParams,
  listInvoices,
  listMultipointInvoices,
  type MultipointInvoice,
} from '../api.ts'
import texts from '../texts/es.json'
import { wireInvoice } from './invoice-testing.ts'
import { InvoicesScreen } from './invoices-screen.tsx'

type InvoiceSettings = typeof defaultSettings.invoices
export type InvoicesByType = { electricity?: Invoice[]; gas?: Invoice[]; multipoint?: MultipointInvoice[] }

export type Stage = {
  held?: InvoicesByType
  settings?: Partial<InvoiceSettings>
  displayTypes?: (keyof InvoicesByType)[]
  signedIn?: Partial<SignedInUser>
  params?: typeof ownParams
  hasUpstream?: boolean
}

export const paidInvoice = wireInvoice({
  id: 6,
  number: 'FE26/153457',
  start_date: '2026-08-03',
  date: '2026-09-05',
  amount_total: 55.1,
  amount_pending: 0,
  paid_status: 'paid',
  online_payment: { payment_enabled: false, rel_object_type: 'invoice' },
})
export const oldestOwed = wireInvoice({
  id: 5,
  number: 'FE26/149540',
  start_date: '2026-07-03',
  date: '2026-08-04',
  amount_total: 56.65,
  amount_pending: 20,
})
export const household: InvoicesByType = { electricity: [wireInvoice(), paidInvoice, oldestOwed] }

export const ownParams = { contracts: ['0048213', '0048214'], addresses: ['Vic'], cups: ['ES1'], vats: ['1Z'] }

/** Opens the invoices of a customer at an address. */
export async function show(
  address: string,
  { held = household, settings, displayTypes, signedIn, params = ownParams, hasUpstream }: Stage = {},
) {
  const list = vi.fn(({ query }: { query?: { type?: string; offset?: unknown; limit?: unknown; filter?: string } }) =>
    pageOf(held[query?.type as 'gas'] ?? [], query),
  )
  const pay = vi.fn(() => paid)
  const readTransfer = vi.fn((_: { params?: unknown }) => transferDetails)
  const shown = await renderAt(address, <InvoicesScreen />, {
    boot: {
      settings: {
        ...defaultSettings,
        features: { ...defaultSettings.features, displayTypes: displayTypes ?? defaultSettings.features.displayTypes },
        invoices: { ...defaultSettings.invoices, ...settings },
      },
      signedIn: { ...anna, ...signedIn },
      hasUpstream,
    },
    messages: { app, invoices: texts, payments },
    callMocks: [
      mockCall(countInvoices, () => countsOf(held)),
      mockCall(listInvoices, list),
      mockCall(listMultipointInvoices, ({ query }) => pageOf(held.multipoint ?? [], query)),
      mockCall(listFilterParams, () => params),
      mockCall(listPlatforms, () => ({ platforms: ['sandbox'] })),
      mockCall(readPublishableKey, () => ({ publishable_key: 'pk_1' })),
      mockCall(payItem, pay),
      mockCall(readTransactionSummary, () => booked),
      mockCall(readTransferDetails, readTransfer),
    ],
  })
  return { ...shown, list, pay, readTransfer }
}

const countsOf = ({ electricity = [], gas = [], multipoint = [] }: InvoicesByType) => ({
  ...{ electricity: electricity.length, gas: gas.length, multipoint: multipoint.length },
})

/** Returns a page of a list as the server would. Only the filters for status and contract are supported. */
function pageOf<Item extends { paid_status?: string; contract?: { name: string } }>(
  all: Item[],
  { offset = 0, limit = 100, filter = '' }: { offset?: unknown; limit?: unknown; filter?: string } = {},
) {
  const status = /\["paid_status","=","(\w+)"\]/.exec(filter)?.[1]
  const isOpen = filter.includes('"in"')
  const named = isOpen && /\["contract.name","=","(\w+)"\]/.exec(filter)?.[1]
  const found = all
    .filter(({ paid_status = '' }) =>
      isOpen ? ['unpaid', 'pending_transfer'].includes(paid_status) : !status || paid_status === status,
    )
    .filter(({ contract }) => !named || contract?.name === named)
  const [first, size] = [Number(offset), Number(limit)]
  return { items: found.slice(first, first + size), n_items: found.length, offset: first, limit: size }
}

// jsdom has no popovers, so their content stays hidden in tests.
export const hidden = { hidden: true }

/** Opens a filter and returns helpers for its panel. */
export async function openFilter(name: string) {
  const button = await screen.findByRole('button', { name })
  const panel = () => within(document.getElementById(button.getAttribute('popovertarget')!)!)
  const field = (label: string) => panel().getByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
  await userEvent.click(button)
  // The fields are loaded when a filter is first opened.
  await panel().findByRole('button', { name: 'Ver facturas', ...hidden })
  return {
    field,
    type: (label: string, value: string) => fireEvent.input(field(label), { target: { value } }),
    choose: (label: string, option: string) => userEvent.selectOptions(field(label), option),
    apply: () => userEvent.click(panel().getByRole('button', { name: 'Ver facturas', ...hidden })),
  }
}

/** Finds the table of invoices. */
export const table = () => screen.findByRole('table')
/** Finds a row of it by its name. */
export const row = async (name: RegExp) => within(await table()).getByRole('row', { name })
/** Presses a button once it is there. */
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
/** Returns the filters with which a list was asked for. */
export const findSentFilters = (list: { mock: { calls: { query?: { filter?: string } }[][] } }) =>
  list.mock.calls.map(([sent]) => sent?.query?.filter).filter((filter) => filter && !filter.includes('"unpaid"'))
