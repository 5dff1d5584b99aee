import { call } from '#kit/call.ts'

// Apart from the calls with schemas, because pages link to documents before they need to read any answer.

export const downloadContractReport = call({
  method: 'GET',
  path: '/contracts/:contractName/pdf/',
  versions: [1, 2],
  access: 'customer',
  reply: 'file',
  refusals: { report_disabled: 403 },
  summary: 'A contract as a PDF',
})

export const downloadAttachment = call({
  method: 'GET',
  path: '/contract/download_attachment/:attachmentID',
  versions: [2],
  access: 'customer',
  reply: 'file',
  summary: 'A document that is kept with a contract',
})
