import { downloadRefusals } from '#domains/uploads/download-refusals.ts'
import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because pages link to files before they need to parse any reply.

export const downloadCaseFile = call({
  method: 'GET',
  path: '/operator/cases/:id/attachments/:attachmentId',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  refusals: downloadRefusals,
  summary: 'Downloads a file attached to a message of a case',
})

export const downloadCaseReceipt = call({
  method: 'GET',
  path: '/operator/cases/:id/receipt',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  summary: 'Downloads the receipt of a case as its customer sees it',
})
