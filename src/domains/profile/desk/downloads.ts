import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because pages link to files before they need to parse any reply.

export const downloadErasureRecord = call({
  method: 'GET',
  path: '/operator/erasures/:id/record',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  summary:
    'Downloads the record of an erasure: what was removed from which table, what is retained, why and until when',
})
