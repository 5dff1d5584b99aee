import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { JobState } from '../rules.ts'

const api = () => import('../api.ts')
export const jobsKey = ['jobs']
const lookEveryMilliseconds = 5_000

/** What the jobs are narrowed to, as their address says. */
export type JobsView = { q: string; state?: JobState; offset: number }

/** A page of the jobs, looked at again and again: that is what the page is for. */
export function jobsQuery(send: Send, view: JobsView) {
  return queryOptions({
    queryKey: [...jobsKey, 'list', view],
    queryFn: async ({ signal }) => send((await api()).listJobs, { query: { ...view, limit: pageSize }, signal }),
    refetchInterval: lookEveryMilliseconds,
  })
}

/** A job with a page of what it did. */
export function jobQuery(send: Send, { name, offset }: { name: string; offset: number }) {
  return queryOptions({
    queryKey: [...jobsKey, name, offset],
    queryFn: async ({ signal }) =>
      send((await api()).readJob, { params: { name }, query: { offset, limit: pageSize }, signal }),
    refetchInterval: lookEveryMilliseconds,
  })
}
