import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because pages link to files before they need to parse any reply.

export const downloadCodes = call({
  method: 'GET',
  path: '/operator/campaigns/:id/codes.csv',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['sales'],
  reply: 'file',
  summary: 'Exports the codes of a campaign as CSV; each export is recorded with its operator',
})
