import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because pages link to documents before they need to parse any reply.

export const downloadBatteries = call({
  method: 'GET',
  path: '/contracts/virtual_batteries/:batteries',
  versions: [1],
  access: 'customer',
  upstream: 'forwarded',
  reply: 'file',
  summary: 'Returns virtual batteries as an Excel workbook; their ids are separated by commas',
})
