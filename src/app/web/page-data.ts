import type { DehydratedState } from '@tanstack/react-query'
import type { Portal } from '#kit/web/portal.ts'
import { pageDataId } from '../rendering-program.ts'
import { markDates, restoreDates } from './marked-dates.ts'
import { loadTexts } from './texts.ts'

/** What the browser continues with: the boot data and the replies of the calls. */
type PageData = Pick<Portal, 'boot'> & { queries?: DehydratedState }

/**
 * Returns the data of a rendered page as JSON. It is written and parsed at several times the speed of the script by
 * which the router would pass it on.
 */
export async function writePageData({ boot, queryClient }: Portal): Promise<string> {
  const queries = queryClient && (await import('./query-client.ts')).dehydrate(queryClient)
  return JSON.stringify({ boot, queries: markDates(queries) })
}

/** Reads the data that came with the page. */
export function readPageData(): PageData {
  return restoreDates(JSON.parse(pageDataElement().textContent)) as PageData
}

/** Loads the texts of the page from their file. A server of another version does not have it; its texts load one by one. */
export async function loadPageTexts(portal: Portal) {
  const address = pageDataElement().dataset.texts
  if (!address) return
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${response.status}`)
    Object.assign(portal.messages, await response.json())
  } catch {
    const [, names = ''] = /([^/.]*)\.\w+\.json$/.exec(address) ?? []
    await loadTexts(portal, names.split('+'))
  }
}

const pageDataElement = () => document.getElementById(pageDataId)!
