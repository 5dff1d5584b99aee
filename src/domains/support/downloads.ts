import { openingRefusals } from '#domains/uploads/opening-refusals.ts'
import { call } from '#kit/call.ts'

// Apart from the calls with schemas, because pages link to files before they need to read any answer.

export const downloadCaseAttachment = call({
  method: 'GET',
  path: '/requests/:id/attachments/:attachmentId',
  versions: [2],
  access: 'customer',
  reply: 'file',
  refusals: openingRefusals,
  summary: 'A file that came with a message of a case',
})
