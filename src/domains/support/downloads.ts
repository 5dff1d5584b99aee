import { downloadRefusals } from '#domains/uploads/download-refusals.ts'
import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because pages link to files before they need to parse any response.

export const downloadCaseAttachment = call({
  method: 'GET',
  path: '/requests/:id/attachments/:attachmentId',
  versions: [2],
  access: 'customer',
  reply: 'file',
  refusals: downloadRefusals,
  summary: 'Returns a file attached to a message of a case',
})

export const downloadReceipt = call({
  method: 'GET',
  path: '/requests/:id/receipt',
  versions: [2],
  access: 'customer',
  reply: 'file',
  summary: 'Returns the receipt of a case as a PDF: what arrived, with the day and the hour',
})

export const downloadLinkedReceipt = call({
  method: 'GET',
  path: '/case-links/:token/receipt',
  versions: [2],
  access: 'anyone',
  reply: 'file',
  summary: 'Returns the receipt of a case as a PDF, by the link in one of its mails',
})
