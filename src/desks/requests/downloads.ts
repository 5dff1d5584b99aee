import { openingRefusals } from '#domains/uploads/opening-refusals.ts'
import { call } from '#kit/call.ts'

// Apart from the calls with schemas, because pages link to files before they need to read any answer.

export const downloadChangeDocument = call({
  method: 'GET',
  path: '/operator/requests/:id/documents/:documentId',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  refusals: openingRefusals,
  summary: 'The document of a change, as it was read or as it was signed, or a file that came with it',
})
