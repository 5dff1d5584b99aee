import type { BrowserContext, Page } from 'playwright-core'

type Violation = { directive: string; address: string }
declare global {
  interface Window {
    policyViolations?: Violation[]
  }
}

/** Notes on every page of a browser what its policy keeps out. */
export async function watchPolicy(context: BrowserContext) {
  await context.addInitScript(() => {
    window.policyViolations = []
    addEventListener('securitypolicyviolation', ({ effectiveDirective: directive, blockedURI: address }) =>
      window.policyViolations?.push({ directive, address }),
    )
  })
}

/** What the policy of the page has kept out since it was loaded, or since it was asked last. */
export function violationsOn(page: Page): Promise<Violation[]> {
  return page.evaluate(() => window.policyViolations?.splice(0) ?? [])
}

/** The ways in which a page may load something of an origin, as the directives of its policy name them. */
export type Way = 'script-src-elem' | 'connect-src' | 'frame-src' | 'img-src' | 'form-action'

/** Tries to load something of an origin into a page in each of these ways, and answers those that its policy refuses. */
export async function refusedWays(page: Page, origin: string, ways: readonly Way[]): Promise<string[]> {
  await violationsOn(page)
  for (const way of ways) await page.evaluate(tryToLoad, { way, origin })
  await page.waitForTimeout(300)
  const refused = (await violationsOn(page)).filter(({ address }) => address.startsWith(origin))
  return [...new Set(refused.map(({ directive }) => directive))].toSorted()
}

// Runs in the page.
async function tryToLoad({ way, origin }: { way: Way; origin: string }) {
  const address = `${origin}/tried`
  if (way === 'connect-src') return void (await fetch(address).catch(() => undefined))
  const made = { 'script-src-elem': 'script', 'frame-src': 'iframe', 'img-src': 'img', 'form-action': 'form' } as const
  const element = document.createElement(made[way])
  document.body.append(element)
  if (element instanceof HTMLFormElement) {
    element.action = address
    element.target = '_blank'
    return element.submit()
  }
  ;(element as HTMLScriptElement | HTMLIFrameElement | HTMLImageElement).src = address
}
