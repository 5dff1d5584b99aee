import type { Browser, Locator, Page } from 'playwright-core'
import { median } from '../measurements.ts'
import { openPhone, type PhoneVisit, slowDown, type VisitCookies, waitUntilQuiet } from './phone-visit.ts'

type Step = {
  name: string
  /** What is tapped, and the selector of what it shows with its data. */
  target: (page: Page) => Locator
  shown: string
}

type JourneyOptions = {
  origin: string
  contract: string
  cookies: VisitCookies
  runs: number
  /** Whether each page is looked at until it has loaded what can be opened next. */
  isUnhurried: boolean
}

const preloadedAfterMs = 4_000

const stepsOf = (contract: string): Step[] => {
  const openContract = (page: Page) => page.locator(`main a[href^="${contract}"]`).first()
  const openMenu = (path: string) => (page: Page) => page.locator(`nav a[href="${path}"]:visible`).first()
  const invoicesShown = 'main table'
  return [
    { name: 'contract, cold', target: openContract, shown: '#consumption figure' },
    { name: 'hours', target: (page) => page.getByRole('radio', { name: 'Horas' }), shown: '#consumption figure' },
    { name: 'invoices, cold', target: openMenu('/facturas'), shown: invoicesShown },
    {
      name: 'contracts',
      target: openMenu('/contratos/electricidad'),
      shown: 'main a[href^="/contratos/electricidad/"]',
    },
    { name: 'contract, warm', target: openContract, shown: '#consumption figure' },
    { name: 'invoices, warm', target: openMenu('/facturas'), shown: invoicesShown },
  ]
}

/** Measures a visit on a slow phone: from each tap until its screen is shown with its data, and the longest interaction. */
export async function measureJourney(
  browser: Browser,
  { origin, contract, cookies, runs, isUnhurried }: JourneyOptions,
) {
  const wait = (visit: PhoneVisit) => waitUntilQuiet(visit, isUnhurried ? preloadedAfterMs : undefined)
  const steps = stepsOf(contract)
  const times = new Map(steps.map(({ name }) => [name, { shownMs: [] as number[], interactionMs: [] as number[] }]))
  for (let run = 0; run < runs; run++) {
    const visit = await openPhone(browser, origin, cookies)
    const { page } = visit
    await slowDown(visit)
    await page.goto(`${origin}/contratos/electricidad`)
    await wait(visit)
    // The cookie banner would be in the way.
    const refuse = page.getByRole('button', { name: 'Rechazar' })
    if (await refuse.isVisible()) await refuse.tap()
    for (const step of steps) {
      const { shownMs, interactionMs } = await takeStep(page, step)
      times.get(step.name)!.shownMs.push(shownMs)
      times.get(step.name)!.interactionMs.push(interactionMs)
      await wait(visit)
    }
    await visit.close()
  }
  const rows = [...times].map(([name, { shownMs, interactionMs }]) => [
    name,
    { 'shown, ms': Math.round(median(shownMs)), 'interaction, ms': Math.round(median(interactionMs)) },
  ])
  return Object.fromEntries(rows)
}

async function takeStep(page: Page, { target, shown }: Step) {
  const element = target(page)
  await element.scrollIntoViewIfNeeded()
  await page.evaluate('seen.longestInteractionMs = 0')
  const shownMs = page.evaluate<number>(`timeFromClick(${JSON.stringify(shown)})`)
  const [time] = await Promise.all([shownMs, element.tap()])
  return { shownMs: time, interactionMs: await page.evaluate<number>('seen.longestInteractionMs') }
}
