import { personActs } from '#kit/web/person-acts.ts'
import { hydrateProgram } from './hydrate-program.tsx'
import { pageIsQuiet } from './page-quiet.ts'
import { makeRouter } from './router.tsx'

// Invalid or expired credentials must not stay in the URL or the history either.
if (/[?&](token|id_client|secret|code)=/.test(location.search))
  import('./guard.ts').then(({ credentialsIn }) => {
    const credentials = credentialsIn(location.pathname + location.search + location.hash)
    if (credentials.kind !== 'none') history.replaceState(history.state, '', credentials.cleanAddress)
  })

hydrateProgram(makeRouter, async (router, portal) => {
  await pageIsQuiet()
  // A customer has come for something. A visitor may only have followed a link.
  if (!portal.boot.signedIn) await personActs()
  // The page works without it.
  const next = await import('./preload-linked-pages.ts').catch(() => null)
  next?.preloadLinkedPages(router, portal)
})
