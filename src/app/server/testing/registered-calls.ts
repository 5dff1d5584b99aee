import Fastify from 'fastify'
import type { Call } from '#kit/call.ts'
import { calls } from '../calls.ts'
import type { Context } from '../context.ts'

/** Every call that the server mounts, as it is stated. */
export function registeredCalls(context: Context): Call[] {
  const registered: Call[] = []
  const serve = (definition: Call) => {
    registered.push(definition)
  }
  // Nothing is asked of this server, so that nobody has to be told who is asking.
  calls({ serve, app: Fastify(), context, actors: undefined as never })
  return registered
}

/** How a call is named where it is talked about: `GET /contracts/:contractName/pdf/`. */
export function nameOf({ method, path }: Call): string {
  return `${method} ${path}`
}
