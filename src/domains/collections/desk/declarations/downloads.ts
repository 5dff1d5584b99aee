import { downloadRefusals } from '#domains/uploads/download-refusals.ts'
import { call } from '#kit/call.ts'
import { debtRoles } from '../roles.ts'

// Separate from the other calls, because pages link to files before they need to parse any reply.

export const downloadDeclarationPaper = call({
  method: 'GET',
  path: '/operator/declarations/:id/papers/:uploadId',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: debtRoles,
  reply: 'file',
  refusals: downloadRefusals,
  summary: 'Downloads a paper that proves what was declared; each download is recorded with its operator',
})
