import type { FastifyInstance } from 'fastify'
import type { Call } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { methodsOfCall } from '#kit/server/serve.ts'

type UnknownPathDeps = {
  basePath: string
  /** Returns the methods with which a path without base path is served. */
  allowedMethodsAt: (path: string) => readonly string[]
  calls: readonly Call[]
}

/** Refuses requests that no route answers: by an unknown path, by its method, or by the version of a call. */
export function refuseUnknownPaths(app: FastifyInstance, { basePath, allowedMethodsAt, calls }: UnknownPathDeps) {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.slice(basePath.length).split('?')[0]!
    const callMethods = methodsOfCall(calls, path)
    for (const methods of [allowedMethodsAt(path), callMethods])
      if (methods.length > 0 && !methods.includes(request.method)) {
        reply.header('allow', methods.join(', '))
        throw new Refused('method_not_allowed', 405)
      }
    throw new Refused(callMethods.length > 0 ? 'version_unknown' : 'not_found', 404)
  })
}
