import { hydrateProgram } from './hydrate-program.tsx'
import { makeRouter } from './router.tsx'

// Invalid or expired credentials must not stay in the URL or the history either.
if (/[?&](token|id_client|secret|code)=/.test(location.search))
  import('./guard.ts').then(({ credentialsIn }) => {
    const credentials = credentialsIn(location.pathname + location.search + location.hash)
    if (credentials.kind !== 'none') history.replaceState(history.state, '', credentials.cleanAddress)
  })

hydrateProgram(makeRouter)
