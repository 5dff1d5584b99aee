import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because the page links to the file before it needs to parse any reply.

export const downloadDataExport = call({
  method: 'GET',
  path: '/me/data-export/:exportId/file',
  versions: [2],
  access: 'customer',
  reply: 'file',
  summary: 'Returns a copy of the user’s own data as ZIP, for seven days',
})
