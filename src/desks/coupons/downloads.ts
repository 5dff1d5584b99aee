import { call } from '#kit/call.ts'

// Apart from the calls with schemas, because pages link to files before they need to read any answer.

export const downloadCodes = call({
  method: 'GET',
  path: '/operator/campaigns/:id/codes.csv',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['sales'],
  reply: 'file',
  summary: 'The codes of a campaign as CSV; who exports them is recorded',
})
