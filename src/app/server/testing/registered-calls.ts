import Fastify from 'fastify'
import type { Call } from '#kit/call.ts'
import type { Context } from '../wiring/context.ts'
import { registerCalls } from '../wiring/register-calls.ts'

/** Returns every call that the server registers, as declared. */
export function listRegisteredCalls(context: Context): Call[] {
  const registered: Call[] = []
  const serve = (definition: Call) => {
    registered.push(definition)
  }
  // This server receives no requests, so it needs no actors.
  registerCalls({ serve, app: Fastify(), context, actors: undefined as never })
  return registered
}

/** Returns the name of a call in messages: `GET /contracts/:contractName/pdf/`. */
export function callNameOf({ method, path }: Call): string {
  return `${method} ${path}`
}
