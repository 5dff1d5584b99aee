import { hydrateProgram } from './hydrate-program.tsx'
import { makeRouter } from './router.tsx'

// What let nobody in, or nobody any more, does not stay in the address or the history either.
if (/[?&](token|id_client|secret|code)=/.test(location.search))
  import('./guard.ts').then(({ arrivalOf }) => {
    const arrival = arrivalOf(location.pathname + location.search + location.hash)
    if (arrival.kind !== 'nothing') history.replaceState(history.state, '', arrival.goOn)
  })

hydrateProgram(makeRouter)
