import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { importKinds } from '../rules.ts'
import { importSources } from './rules.ts'

const operatorAccess = { versions: [1], access: 'operator', roles: ['administrator'] } as const

const ListedImport = z.object({
  id: z.number(),
  source: z.enum(importSources),
  kind: z.enum([...importKinds, 'unknown']),
  /** Empty for a batch. */
  file_name: z.string(),
  /** The operator or integration key that sent it; null if unknown. */
  by: z.nullable(z.string()),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** The share processed so far, from 0 to 1. */
  progress: z.number(),
  accepted: z.number(),
  refused: z.number(),
  /** Hours of curves that the file no longer has and that were kept, and on how many days. */
  kept_hours: z.number(),
  kept_days: z.number(),
  has_report: z.boolean(),
  can_retry: z.boolean(),
  /** The number of attempts; more than one after a crash or an error. */
  tries: z.number(),
  /** The failure of the last attempt: every process crashed, the file is gone, or an error code. */
  failure: z.nullable(z.string()),
  created_at: z.string(),
})
export type ListedImport = z.output<typeof ListedImport>

export const listImports = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/imports',
  query: z.strictObject({
    ...listQuery,
    source: z.optional(z.enum(importSources)),
  }),
  reply: z.object({ items: z.array(ListedImport), total: z.number() }),
  summary: 'Lists the files and batches imported in the last ninety days, and those that are waiting, newest first',
})

export const uploadImport = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/imports',
  acceptsFile: true,
  // A gigabyte on an office connection; its content is imported afterwards.
  deadlineSeconds: 3_600,
  query: z.strictObject({ kind: z.optional(z.enum(importKinds)) }),
  reply: z.object({ id: z.number() }),
  refusals: { file_missing: 400, file_empty: 400, file_too_large: 413, kind_unknown: 400 },
  summary: 'Uploads a file, whose name states its kind unless `kind` does; a worker imports it',
})

export const retryImport = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/imports/:id/retry',
  reply: 'nothing',
  refusals: { not_retriable: 409 },
  summary: 'Retries the import of a file that failed',
})
