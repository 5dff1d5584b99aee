import { call } from '#kit/call.ts'

// Apart from the calls with schemas, because pages link to files before they need to read any answer.

export const downloadErasureRecord = call({
  method: 'GET',
  path: '/operator/erasures/:id/record',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  summary: 'The record of an erasure: what was removed from which table, what stays, why and until when',
})
