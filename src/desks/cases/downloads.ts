import { openingRefusals } from '#domains/uploads/opening-refusals.ts'
import { call } from '#kit/call.ts'

// Apart from the calls with schemas, because pages link to files before they need to read any answer.

export const downloadCaseFile = call({
  method: 'GET',
  path: '/operator/cases/:id/attachments/:attachmentId',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  refusals: openingRefusals,
  summary: 'A file that came with a message of a case',
})
