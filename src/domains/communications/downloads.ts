import { call } from '#kit/call.ts'

export const downloadMessageFile = call({
  method: 'GET',
  path: '/contracts/:contractName/communications/:messageId/files/:place',
  versions: [2],
  access: 'customer',
  reply: 'file',
  summary: 'Returns a file attached to a message for a contract',
})
