import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { jobStates, programStates } from './rules.ts'

const operatorAccess = { versions: [1], access: 'operator', roles: ['administrator'] } as const

/** The runs of a job within a few seconds. */
const JobRun = z.object({
  program: z.string(),
  began_at: z.string(),
  worked: z.number(),
  failed: z.number(),
  slowest_ms: z.number(),
  /** The kind of error, without its message. */
  error_kind: z.nullable(z.string()),
})
export type JobRun = z.output<typeof JobRun>

const ListedJob = z.object({
  name: z.string(),
  state: z.enum(jobStates),
  every_seconds: z.number(),
  programs: z.array(
    z.object({
      program: z.string(),
      state: z.enum(programStates),
      turn_since: z.nullable(z.string()),
      next_at: z.nullable(z.string()),
      seen_at: z.string(),
    }),
  ),
  last_run: z.nullable(JobRun),
  /** The number of failures in the last twenty-four hours. */
  failures: z.number(),
})
export type ListedJob = z.output<typeof ListedJob>

export const listJobs = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/jobs',
  query: z.strictObject({ ...listQuery, state: z.optional(z.enum(jobStates)) }),
  reply: z.object({ items: z.array(ListedJob), total: z.number() }),
  summary: 'Lists the background jobs with their status on each process, worst first',
})

export const readJob = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/jobs/:name',
  query: z.strictObject({ offset: listQuery.offset, limit: listQuery.limit }),
  reply: z.extend(ListedJob, { runs: z.array(JobRun), total: z.number() }),
  summary: 'Returns a job with its runs of the last seven days, newest first',
})

export const runJob = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/jobs/:name/run',
  reply: 'nothing',
  summary: 'Requests a run of a job within seconds, on every process that runs it; each claims its own work',
})
