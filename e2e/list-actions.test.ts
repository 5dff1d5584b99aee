import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isExhaustive } from '#app/server/testing/exhaustive.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { locales } from '#vocabulary/locale.ts'
import { openVisit, phone, scrollThrough, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startDemoPortal, tokenOf } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')
// German has the longest labels.
const languages = isExhaustive ? locales : (['es', 'de'] as const)
const widths = [390, 768, 961, 1024, 1280, 1440, 1920]

/** Lists of each kind of customer: a household, a company with two sites, a cooperative with multipoint invoices. */
const customerLists = {
  anna: ['invoices', 'contracts/electricity', 'contracts/gas', 'requests', 'profile/sessions', 'profile/programs'],
  taller: ['invoices', 'contracts/electricity', 'contracts/electricity?action=power', 'requests'],
  cooperativa: ['invoices?contractType=multipoint', 'invoices', 'contracts/electricity'],
}
const operatorLists = [
  ...[
    'approvals',
    'audit',
    'campaigns',
    'case-types',
    'cases',
    'content',
    'customers',
    'erasures',
    'figures',
    'futures',
  ],
  ...[
    'health',
    'imports',
    'jobs',
    'leads',
    'mails',
    'market',
    'newsletters',
    'operators',
    'payments',
    'payments/holds',
  ],
  ...['payments/reports', 'products', 'regulated', 'requests', 'settings', 'webhooks', 'webhooks/deliveries'],
]

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now, months: 6 })])
  await giveEveryStatus(portal)
})
afterAll(() => portal.close())

test.each(Object.entries(customerLists))(
  'the lists of %s keep their actions inside every viewport',
  async (login, lists) => {
    expect(await lostActions({ name: 'token', value: await tokenOf(portal, login) }, lists)).toEqual([])
  },
)

test('the first invoice is above the chart on a phone', async () => {
  const { context, page } = await openVisit(browser, portal, { token: await tokenOf(portal, 'anna'), viewport: phone })
  await page.goto('invoices')
  await waitForHydration(page)
  await scrollThrough(page)
  const row = await page.getByRole('row').nth(1).boundingBox()
  const chart = await page.getByRole('figure').boundingBox()
  expect(row!.y).toBeLessThan(chart!.y)
  await context.close()
})

test.each(languages)('the back office lists keep their actions inside every viewport: %s', async (language) => {
  const { visitor } = await createTestOperator(portal)
  const lists = operatorLists.map((list) => `operator/${list}`)
  expect(await lostActions({ name: 'operator_token', value: visitor.token! }, lists, [language])).toEqual([])
})

/** Gives each invoice a different status, the payable ones with the widest amounts. */
async function giveEveryStatus({ context: { db } }: RunningPortal) {
  const statuses = ['pending_transfer', 'manual_verification_required', 'unpaid', 'pending_remesa'] as const
  for (const table of ['invoice', 'multipoint_invoice'] as const)
    for (const [index, paid_status] of statuses.entries())
      await db
        .updateTable(table)
        .set({ paid_status, amount_pending_cents: 1_234_567, due_on: '2026-12-28' })
        .where(`${table}_id` as never, 'in', (query) => query.selectFrom(table).select(`${table}_id` as never))
        .where(({ eb }) => eb(eb(`${table}_id` as never, '%', statuses.length as never), '=', index as never))
        .execute()
}

/** Returns the row actions of lists that are not completely visible, each with its viewport. */
async function lostActions(
  session: { name: string; value: string },
  lists: string[],
  inLanguages: readonly string[] = languages,
): Promise<string[]> {
  const lost = await Promise.all(
    inLanguages.map(async (language) => {
      // The server's HTML is what is measured: scripts would only take time.
      const { context, page } = await openVisit(browser, portal, { language, javaScriptEnabled: false })
      await context.addCookies([{ ...session, url: portal.address }])
      const found: string[] = []
      for (const list of lists) {
        // Goes through the language switcher, as a path in another language would switch to that language.
        const lost = await lostIn(page, `language/${language}?to=${encodeURIComponent(`/${list}`)}`)
        expect(await page.locator('html').getAttribute('lang'), list).toBe(language)
        found.push(...lost.map((action) => `${language} ${action}`))
      }
      await context.close()
      return found
    }),
  )
  return lost.flat()
}

async function lostIn(page: Page, list: string): Promise<string[]> {
  const answer = await page.goto(list)
  expect(answer?.status(), list).toBe(200)
  const lost: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const actions = await page.evaluate(actionsOutOfSight)
    lost.push(...actions.map((action) => `${list} at ${width}: ${action}`))
  }
  return lost
}

/**
 * Runs in the page. Returns the links and buttons of rows that are not inside the viewport and inside every container
 * that scrolls around them.
 */
function actionsOutOfSight(): string[] {
  const actions = [...document.querySelectorAll('tbody tr :is(a, button, summary, select, input):not([popover] *)')]
  return actions
    .filter((action) => !isInSight(action) && !twinsOf(action).some(isInSight))
    .map((action) => action.textContent || action.ariaLabel || action.outerHTML)

  // A table cell may be repeated elsewhere in the list: one of the two is visible.
  function twinsOf(action: Element) {
    const others = [...action.closest('tr')!.querySelectorAll(action.tagName)]
    return others.filter((other) => other !== action && other.textContent === action.textContent && action.textContent)
  }

  function isInSight(action: Element) {
    const box = action.getBoundingClientRect()
    if (box.width === 0) return false
    let [left, right] = [0, document.documentElement.clientWidth]
    for (let around = action.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue
      const edge = around.getBoundingClientRect()
      left = Math.max(left, edge.left)
      right = Math.min(right, edge.right)
    }
    return box.left >= left - 1 && box.right <= right + 1
  }
}
