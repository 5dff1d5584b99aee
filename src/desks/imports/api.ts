import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { importKinds } from '#domains/integration/rules.ts'
import { call } from '#kit/call.ts'
import { importSources } from './rules.ts'

const operators = { versions: [1], access: 'operator', roles: ['administrator'] } as const

const ListedImport = z.object({
  id: z.number(),
  source: z.enum(importSources),
  kind: z.enum([...importKinds, 'unknown']),
  /** Empty for a batch. */
  file_name: z.string(),
  /** The operator or the key that it came from; null where that is not known. */
  by: z.nullable(z.string()),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** How much of it was read, from 0 to 1. */
  progress: z.number(),
  accepted: z.number(),
  refused: z.number(),
  has_report: z.boolean(),
  can_retry: z.boolean(),
  /** How often it was begun; more than once where a program broke off or met an error. */
  tries: z.number(),
  /** What the last try met: that every program broke off, that its file is gone, or the code of an error. */
  failure: z.nullable(z.string()),
  created_at: z.string(),
})
export type ListedImport = z.output<typeof ListedImport>

export const listImports = call({
  ...operators,
  method: 'GET',
  path: '/operator/imports',
  query: z.strictObject({
    ...listQuery,
    source: z.optional(z.enum(importSources)),
  }),
  reply: z.object({ items: z.array(ListedImport), total: z.number() }),
  summary: 'What was taken in of files and batches in the last ninety days, and what waits, the last first',
})

export const dropImport = call({
  ...operators,
  method: 'POST',
  path: '/operator/imports',
  takesFile: true,
  query: z.strictObject({ kind: z.optional(z.enum(importKinds)) }),
  reply: z.object({ id: z.number() }),
  refusals: { file_missing: 400, file_empty: 400, file_too_large: 413, kind_unknown: 400 },
  summary: 'Takes a file, whose name says what it holds where `kind` does not; a worker takes it in',
})

export const retryImport = call({
  ...operators,
  method: 'POST',
  path: '/operator/imports/:id/retry',
  reply: 'nothing',
  refusals: { not_retriable: 409 },
  summary: 'Has a file taken in again that could not be',
})
