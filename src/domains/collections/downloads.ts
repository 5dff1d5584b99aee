import { downloadRefusals } from '#domains/uploads/download-refusals.ts'
import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because pages link to documents before they read any reply.

export const downloadPaper = call({
  method: 'GET',
  path: '/debts/papers/:id/pdf/',
  versions: [2],
  access: 'customer',
  reply: 'file',
  summary: 'Returns a demand of payment, or the announcement of a suspension, as a PDF',
})

export const downloadOwnDeclarationPaper = call({
  method: 'GET',
  path: '/debts/declarations/:id/papers/:uploadId',
  versions: [2],
  access: 'customer',
  reply: 'file',
  refusals: downloadRefusals,
  summary: 'Returns a paper with which the customer proved what they declared of a supply',
})
