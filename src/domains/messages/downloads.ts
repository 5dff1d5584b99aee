import { call } from '#kit/call.ts'

export const downloadMessageFile = call({
  method: 'GET',
  path: '/contracts/:contractName/communications/:messageId/files/:place',
  versions: [2],
  access: 'customer',
  reply: 'file',
  summary: 'A file that went along with a message for a contract',
})
