import { call } from '#kit/call.ts'

// Apart from the calls with schemas, because pages link to documents before they need to read any answer.

export const documentTypes = ['pdf', 'signed_pdf', 'curve_csv', 'signed_xml'] as const
export type DocumentType = (typeof documentTypes)[number]

export const downloadInvoice = call({
  method: 'GET',
  path: '/invoices/:id/:type/',
  versions: [1, 2],
  access: 'customer',
  scope: 'invoices:read',
  reply: 'file',
  refusals: { no_such_document: 404 },
  summary: 'A document of an invoice: pdf, signed_pdf, curve_csv or signed_xml',
})

export const downloadMultipointInvoice = call({
  method: 'GET',
  path: '/invoices_multipoint/:id/:type/',
  versions: [2],
  access: 'customer',
  scope: 'invoices:read',
  reply: 'file',
  refusals: { no_such_document: 404 },
  summary: 'A document of a multipoint invoice: pdf, signed_pdf or curve_csv',
})

export const downloadDueDates = call({
  method: 'GET',
  path: '/invoices/due-dates.ics',
  versions: [1, 2],
  access: 'customer',
  reply: 'file',
  summary: 'When what is owed falls due, for calendars',
})
