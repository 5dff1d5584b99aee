import { call } from '#kit/call.ts'

// Apart from the calls with schemas, because the page links to the file before it needs to read any answer.

export const downloadDataExport = call({
  method: 'GET',
  path: '/me/data-export/:exportId/file',
  versions: [2],
  access: 'customer',
  reply: 'file',
  summary: 'A copy of all own data, as ZIP, for seven days',
})
