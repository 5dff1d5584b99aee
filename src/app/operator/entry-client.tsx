import { hydrateProgram } from '../web/hydrate-program.tsx'
import { makeRouter } from './router.tsx'

hydrateProgram(makeRouter)
