import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { call } from '#kit/call.ts'
import { jobStates, programStates } from './rules.ts'

const operators = { versions: [1], access: 'operator', roles: ['administrator'] } as const

/** What was done within a few seconds. */
const JobRun = z.object({
  program: z.string(),
  began_at: z.string(),
  worked: z.number(),
  failed: z.number(),
  slowest_ms: z.number(),
  /** What kind of error it met, without its words. */
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
  /** Of the last twenty-four hours. */
  failures: z.number(),
})
export type ListedJob = z.output<typeof ListedJob>

export const listJobs = call({
  ...operators,
  method: 'GET',
  path: '/operator/jobs',
  query: z.strictObject({ ...listQuery, state: z.optional(z.enum(jobStates)) }),
  reply: z.object({ items: z.array(ListedJob), total: z.number() }),
  summary: 'What the portal does unasked, and how it stands on each program, the worst first',
})

export const readJob = call({
  ...operators,
  method: 'GET',
  path: '/operator/jobs/:name',
  query: z.strictObject({ offset: listQuery.offset, limit: listQuery.limit }),
  reply: z.extend(ListedJob, { runs: z.array(JobRun), total: z.number() }),
  summary: 'A job with what it did in the last seven days, the last first',
})

export const runJob = call({
  ...operators,
  method: 'POST',
  path: '/operator/jobs/:name/run',
  reply: 'nothing',
  summary: 'Has a job done within seconds, on every program that does it; each takes what no other has',
})
