import type { DehydratedState } from '@tanstack/react-query'
import type { Portal } from '#kit/web/portal.ts'
import { pageDataId } from '../rendering-program.ts'
import { markDates, restoreDates } from './marked-dates.ts'

/** What the browser continues with: the boot data, the loaded texts, and the replies of the calls. */
type PageData = Pick<Portal, 'boot' | 'messages'> & { queries?: DehydratedState }

/**
 * Returns the data of a rendered page as JSON. It is written and parsed at several times the speed of the script by
 * which the router would pass it on.
 */
export async function writePageData({ boot, messages, queryClient }: Portal): Promise<string> {
  const queries = queryClient && (await import('./query-client.ts')).dehydrate(queryClient)
  return JSON.stringify({ boot, messages, queries: markDates(queries) })
}

/** Reads the data that came with the page. */
export function readPageData(): PageData {
  return restoreDates(JSON.parse(document.getElementById(pageDataId)!.textContent)) as PageData
}
