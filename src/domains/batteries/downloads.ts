import { call } from '#kit/call.ts'

// Apart from the calls with schemas, because pages link to documents before they need to read any answer.

export const downloadBatteries = call({
  method: 'GET',
  path: '/contracts/virtual_batteries/:batteries',
  versions: [1],
  access: 'customer',
  reply: 'file',
  summary: 'Virtual batteries, by their ids with commas between them, as an Excel workbook',
})
