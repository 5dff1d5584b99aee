import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because pages link to documents before they read any reply.

export const downloadContractReport = call({
  method: 'GET',
  path: '/contracts/:contractName/pdf/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  reply: 'file',
  refusals: { report_disabled: 403 },
  summary: 'Returns a contract as a PDF',
})

export const downloadAttachment = call({
  method: 'GET',
  path: '/contract/download_attachment/:attachmentID',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  reply: 'file',
  summary: 'Returns a document stored with a contract',
})
