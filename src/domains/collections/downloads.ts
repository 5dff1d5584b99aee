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
