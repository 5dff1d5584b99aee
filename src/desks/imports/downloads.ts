import { call } from '#kit/call.ts'

// Apart from the calls with schemas, because pages link to files before they need to read any answer.

export const downloadImportReport = call({
  method: 'GET',
  path: '/operator/imports/:id/report',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['administrator'],
  reply: 'file',
  summary: 'The lines of an import that were refused and why, as CSV; who reads them is recorded',
})
