import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because pages link to documents before they read any reply.

export const downloadNotice = call({
  method: 'GET',
  path: '/revisions/:id/pdf/',
  versions: [2],
  access: 'customer',
  reply: 'file',
  summary: 'Returns the notice of a change of prices or terms as a PDF',
})
