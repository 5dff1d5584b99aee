import type { Browser } from 'playwright-core'
import { anOperator } from '#desks/operators/server/testing.ts'
import { desk, hydrated, type Visit, visit } from './browser.ts'
import type { RunningPortal } from './server.ts'

/** The window of a new operator who is signed in, on a page of theirs: that of a desk, in Spanish, unless said otherwise. */
export async function atTheDesk(
  browser: Browser,
  portal: RunningPortal,
  path: string,
  { viewport = desk, language = 'es' }: { viewport?: { width: number; height: number }; language?: string } = {},
): Promise<Visit> {
  const { visitor } = await anOperator(portal)
  const seen = await visit(browser, portal, { viewport, language })
  await seen.context.addCookies([{ name: 'operator_token', value: visitor.token!, url: portal.address }])
  await seen.page.goto(path)
  await hydrated(seen.page)
  return seen
}
