import type { Portal } from '#kit/web/portal.ts'
import { choosePreloads, type LinkedPage, type Preload } from './choose-preloads.ts'
import { pageIsQuiet } from './page-quiet.ts'
import { hasPage, toKey } from './paths.ts'
import type { createProgramRouter } from './program.tsx'
import { loadTexts } from './texts.ts'

type Router = ReturnType<typeof createProgramRouter>

/**
 * Loads what can be opened next while nothing else happens: the pages that visible links lead to, within bounds, one after
 * the other. Begins again with each page that is shown.
 */
export function preloadLinkedPages(router: Router, portal: Portal) {
  if (savesData()) return
  let stop = preloadFromPage(router, portal)
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (!pathChanged) return
    stop()
    const abandoned = new AbortController()
    stop = () => abandoned.abort()
    void pageIsQuiet().then(() => {
      if (!abandoned.signal.aborted) stop = preloadFromPage(router, portal)
    })
  })
}

/** Preloads what the links of a page lead to once they come into view. Returns a function that stops it. */
function preloadFromPage(router: Router, portal: Portal): () => void {
  const chosen: Preload[] = []
  let isStopped = false
  let preloading = Promise.resolve()
  const observer = new IntersectionObserver((entries) => {
    const shown = entries
      .filter(({ isIntersecting }) => isIntersecting)
      .map(({ target }) => target as HTMLAnchorElement)
    const added = choosePreloads(
      shown.flatMap((link) => linkedPageOf(link, router, portal) ?? []),
      chosen,
    )
    chosen.push(...added)
    for (const each of added)
      preloading = preloading.then(() => (isStopped ? undefined : preloadPage(each, router, portal)))
  })
  // What a page is about comes before its menu.
  const links = ['main a[href]', 'nav a[href]'].flatMap((links) => [...document.querySelectorAll(links)])
  for (const link of new Set(links)) observer.observe(link)
  const stop = () => {
    isStopped = true
    observer.disconnect()
    removeEventListener('submit', stop, true)
  }
  // What a form sends may change what was loaded, or end the session.
  addEventListener('submit', stop, true)
  return stop
}

/** Returns the page that a link of the portal leads to; null for the present page, rarely opened ones, and what is not a page. */
function linkedPageOf(link: HTMLAnchorElement, router: Router, { basePath }: Portal): LinkedPage | null {
  const { origin, pathname, search } = new URL(link.href)
  if (origin !== location.origin || !pathname.startsWith(basePath) || link.target || link.download) return null
  if (link.closest('[data-not-preloaded]')) return null
  const key = toKey(pathname.slice(basePath.length) || '/')
  if (!hasPage(key) || key === router.state.location.pathname) return null
  return { address: key + search, routeId: router.getMatchedRoutes(key)[0].at(-1)!.id }
}

async function preloadPage({ address, withData }: Preload, router: Router, portal: Portal) {
  const { pathname, searchParams } = new URL(address, location.origin)
  if (withData) {
    await router.preloadRoute({ to: pathname, search: Object.fromEntries(searchParams) as never })
    return
  }
  const [routes] = router.getMatchedRoutes(pathname)
  const texts = routes.flatMap((route) => route.options.staticData?.texts ?? [])
  // It works without: what does not arrive is loaded when the page is opened.
  await Promise.allSettled([...routes.map((route) => router.loadRouteChunk(route)), loadTexts(portal, texts)])
}

/** Checks whether a visitor asks for less data, or has a connection that is busy with what they see. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}
