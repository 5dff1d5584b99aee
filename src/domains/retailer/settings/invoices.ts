import * as z from 'zod/mini'
import { platformNames } from '#outside/payments/platforms.ts'
import { interestStarts, interestYears } from '#vocabulary/interest-rules.ts'
import { maxBeneficiaryLength } from '#vocabulary/transfer-code.ts'
import { changedBy, offer, setting } from './setting.ts'
import { bic, iban, line, listOf, oneOf, onOff, wholeNumber } from './value-kinds.ts'

/** The groups of faults for which a wrong invoice may be held. */
export const heldFaultGroups = ['calculation', 'days', 'contract', 'energy', 'taxes'] as const

/** How many series the contract colours can distinguish. */
const seriesColours = 19

export const invoices = z.strictObject({
  enablePayment: changedBy('money', offer('public')),
  itemsPerPage: setting('private', wholeNumber({ from: 1, to: 150, unit: 'invoices' })),
  paymentStatus: setting('private', oneOf(['Base', 'Chiped'])),
  downloadTypes: offer('private', listOf(['signed_pdf', 'curve', 'signed_xml'], { atLeast: 0 })),
  showTotal: changedBy('money', setting('private', oneOf(['amount_total', 'amount_to_pay']))),
  downloadInNewTab: setting('private', onOff()),
  collectDebts: setting('server', onOff()),
  planParts: changedBy('money', setting('server', wholeNumber({ from: 0, to: 12, unit: 'parts' }))),
  interestYear: changedBy('money', setting('server', oneOf(interestYears))),
  interestFrom: changedBy('money', setting('server', oneOf(interestStarts))),
  holdFromEuros: setting('server', wholeNumber({ from: 0, to: 1_000, unit: 'euros' })),
  holdFaults: setting('server', listOf(heldFaultGroups, { atLeast: 0 })),
  chart: z.strictObject({
    maxContracts: setting('private', wholeNumber({ from: 1, to: seriesColours, unit: 'contracts' })),
  }),
})

/** What requires a second operator. */
export const approvals = z.strictObject({
  days: setting('server', wholeNumber({ from: 1, to: 60, unit: 'days' })),
  refundsUnderEuros: changedBy('money', setting('server', wholeNumber({ from: 0, to: 500, unit: 'euros' }))),
})

export const payment = z.strictObject({
  platforms: changedBy('money', offer('private', listOf(platformNames, { atLeast: 0 }))),
  transfer: z.strictObject({
    account: changedBy('money', offer('server', iban())),
    bic: changedBy('money', setting('server', bic())),
    beneficiary: changedBy('money', setting('server', line(maxBeneficiaryLength))),
    concept: changedBy('money', setting('server', oneOf(['invoice', 'invoice_and_contract']))),
    accountPerInvoice: changedBy('money', offer('server')),
  }),
})
