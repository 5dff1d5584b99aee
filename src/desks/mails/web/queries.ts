import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { MailFilter } from '../rules.ts'

export const mailsKey = ['mails']

/** What a list of messages is narrowed to, as its address says. */
export type MailsView = { q: string; state?: MailFilter; offset: number }

/** A page of what was sent and is to be. */
export function mailsQuery(send: Send, view: MailsView) {
  return queryOptions({
    queryKey: [...mailsKey, view],
    queryFn: async ({ signal }) => {
      const { listMails } = await import('../api.ts')
      return send(listMails, { query: { ...view, limit: pageSize }, signal })
    },
    // More are sent while it is looked at.
    staleTime: 0,
  })
}
