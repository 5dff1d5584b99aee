import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const jobsKey = ['jobs']
const refetchIntervalMs = 5_000

/** Query for a page of jobs, refetched continuously for live monitoring. */
export const jobsQuery = pageQuery([...jobsKey, 'list'], async () => (await api()).listJobs, {
  refetchInterval: refetchIntervalMs,
})

/** Query for a job with a page of its runs. */
export function jobQuery(send: Send, { name, offset }: { name: string; offset: number }) {
  return queryOptions({
    queryKey: [...jobsKey, name, offset],
    queryFn: async ({ signal }) =>
      send((await api()).readJob, { params: { name }, query: { offset, limit: pageSize }, signal }),
    refetchInterval: refetchIntervalMs,
  })
}
