import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { JobState } from '../rules.ts'

const api = () => import('../api.ts')
export const jobsKey = ['jobs']
const refetchIntervalMs = 5_000

/** The filters of the job list, from the page URL. */
export type JobsView = { q: string; state?: JobState; offset: number }

/** Query for a page of jobs, refetched continuously for live monitoring. */
export function jobsQuery(send: Send, view: JobsView) {
  return queryOptions({
    queryKey: [...jobsKey, 'list', view],
    queryFn: async ({ signal }) => send((await api()).listJobs, { query: { ...view, limit: pageSize }, signal }),
    refetchInterval: refetchIntervalMs,
  })
}

/** Query for a job with a page of its runs. */
export function jobQuery(send: Send, { name, offset }: { name: string; offset: number }) {
  return queryOptions({
    queryKey: [...jobsKey, name, offset],
    queryFn: async ({ signal }) =>
      send((await api()).readJob, { params: { name }, query: { offset, limit: pageSize }, signal }),
    refetchInterval: refetchIntervalMs,
  })
}
