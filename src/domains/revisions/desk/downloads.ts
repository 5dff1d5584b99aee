import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { revisionFilters } from './filters.ts'

// Separate from the calls with schemas, because pages link to files before they need to parse any reply.

const access = {
  ...({ method: 'GET', versions: [1], access: 'operator', roles: ['sales', 'care'] } as const),
  ...({ personalData: true, reply: 'file' } as const),
}

export const downloadLetters = call({
  ...access,
  path: '/operator/revisions/:id/letters',
  summary: 'Returns the letters to be posted as an archive of PDFs with a list of their addresses',
})

export const exportRevisions = call({
  ...access,
  path: '/operator/revisions/export.csv',
  query: z.strictObject(revisionFilters),
  summary: 'Exports the same revisions as CSV; each export is recorded with its operator',
})

export const exportNotices = call({
  ...access,
  path: '/operator/revisions/:id/notices.csv',
  summary: 'Exports the notices of a revision with the proof of their delivery as CSV',
})

export const downloadNoticeAsSent = call({
  ...access,
  path: '/operator/revision-notices/:notice/pdf',
  summary: 'Returns a notice as its customer received it',
})
