import { call } from '#kit/call.ts'

// Separate from the calls with schemas, because pages link to files before they need to parse any reply.

export const downloadImportReport = call({
  method: 'GET',
  path: '/operator/imports/:id/report',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['administrator'],
  reply: 'file',
  summary:
    'Downloads the refused lines of an import with their reasons, as CSV; each download is recorded with its operator',
})
