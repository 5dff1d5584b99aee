import * as z from 'zod/mini'
import { listOf, oneOf, onOff, wholeNumber } from './kinds.ts'
import { group, offer, setting } from './setting.ts'

/** How many series the colours for contracts tell apart. */
const seriesColours = 19

export const invoices = group('Invoices', {
  enablePayment: offer('public', 'Payment by card.'),
  itemsPerPage: setting(
    'private',
    wholeNumber({ from: 1, to: 150, unit: 'invoices' }),
    'Invoices on a page until the customer chooses another number; one of the choices.',
  ),
  paymentStatus: setting(
    'private',
    oneOf(['Base', 'Chiped']),
    'How the paid status is written: as plain text, or as a coloured chip.',
  ),
  downloadTypes: offer(
    'private',
    'What can be downloaded besides the PDF: the signed PDF, the curve as CSV, the signed XML where there is one.',
    listOf(['signed_pdf', 'curve', 'signed_xml'], { atLeast: 0 }),
  ),
  showTotal: setting(
    'private',
    oneOf(['amount_total', 'amount_to_pay']),
    'Which amount the list shows: that of the invoice, or what is left to pay.',
  ),
  downloadInNewTab: setting('private', onOff(), 'Opens downloads in a new tab.'),
  chart: z.strictObject({
    maxContracts: setting(
      'private',
      wholeNumber({ from: 1, to: seriesColours, unit: 'contracts' }),
      'Contracts that the chart of amounts and energy shows at once.',
    ),
  }),
})

export const payment = group('Payment by card', {
  platforms: offer(
    'private',
    'Payment providers on offer, the preferred one first.',
    listOf(['stripe', 'redsys', 'sandbox'], { atLeast: 0 }),
  ),
})
