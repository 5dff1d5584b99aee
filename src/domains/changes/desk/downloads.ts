import { downloadRefusals } from '#domains/uploads/download-refusals.ts'
import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because pages link to files before they need to parse any reply.

export const downloadChangeDocument = call({
  method: 'GET',
  path: '/operator/requests/:id/documents/:documentId',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  refusals: downloadRefusals,
  summary: 'Downloads the document of a change, as shown or as signed, or a file attached to it',
})
