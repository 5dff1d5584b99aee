import type { BrowserContext, Page } from 'playwright-core'

type PolicyViolation = { directive: string; address: string }
declare global {
  interface Window {
    policyViolations?: PolicyViolation[]
  }
}

/** Records on every page of a browser what the content security policy blocks. */
export async function watchPolicy(context: BrowserContext) {
  await context.addInitScript(() => {
    window.policyViolations = []
    addEventListener('securitypolicyviolation', ({ effectiveDirective: directive, blockedURI: address }) =>
      window.policyViolations?.push({ directive, address }),
    )
  })
}

/** Returns and clears the violations of the page's policy since it was loaded or since the last call. */
export function takeViolations(page: Page): Promise<PolicyViolation[]> {
  return page.evaluate(() => window.policyViolations?.splice(0) ?? [])
}

/** The ways in which a page may load something from an origin, named by their policy directives. */
export type LoadDirective = 'script-src-elem' | 'connect-src' | 'frame-src' | 'img-src' | 'form-action'

/** Tries to load something from an origin into a page in each of these ways. Returns those that its policy blocks. */
export async function findRefusedDirectives(
  page: Page,
  origin: string,
  directives: readonly LoadDirective[],
): Promise<string[]> {
  await takeViolations(page)
  for (const way of directives) await page.evaluate(tryToLoad, { way, origin })
  await page.waitForTimeout(300)
  const refused = (await takeViolations(page)).filter(({ address }) => address.startsWith(origin))
  return [...new Set(refused.map(({ directive }) => directive))].toSorted()
}

// Runs in the page.
async function tryToLoad({ way, origin }: { way: LoadDirective; origin: string }) {
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
