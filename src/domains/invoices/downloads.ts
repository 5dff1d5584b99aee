import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because pages link to documents before they need to parse any response.

export const documentTypes = ['pdf', 'signed_pdf', 'curve_csv', 'signed_xml'] as const
export type DocumentType = (typeof documentTypes)[number]

export const downloadInvoice = call({
  method: 'GET',
  path: '/invoices/:id/:type/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  scope: 'invoices:read',
  reply: 'file',
  refusals: { no_such_document: 404 },
  summary: 'Returns a document of an invoice: pdf, signed_pdf, curve_csv or signed_xml',
})

export const downloadMultipointInvoice = call({
  method: 'GET',
  path: '/invoices_multipoint/:id/:type/',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  scope: 'invoices:read',
  reply: 'file',
  refusals: { no_such_document: 404 },
  summary: 'Returns a document of a multipoint invoice: pdf, signed_pdf or curve_csv',
})

export const downloadDueDates = call({
  method: 'GET',
  path: '/invoices/due-dates.ics',
  versions: [1, 2],
  access: 'customer',
  reply: 'file',
  summary: 'Returns the due dates of what is owed, for calendars',
})
