import type { FastifyInstance } from 'fastify'
import { isForPrograms } from './program-paths.ts'

/**
 * Notes every route that is mounted from here on.
 * @returns the methods with which a path (`within` the base path) is served, none where nothing is. Every page has an address
 * of its own language, so that whatever no program asks for may be one.
 */
export function allowedMethods(app: FastifyInstance, basePath: string): (within: string) => string[] {
  const routes: { pattern: RegExp; methods: string[]; isOfPages: boolean }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat(), isOfPages: url === `${basePath}/*` })
  })
  return (within) => {
    const serving = routes.filter(
      ({ pattern, isOfPages }) => pattern.test(basePath + within) && !(isOfPages && isForPrograms(within)),
    )
    return [...new Set(serving.flatMap(({ methods }) => methods))].sort()
  }
}

function patternOf(url: string): RegExp {
  const parts = url.replace(/\/$/, '').split('/')
  const pattern = parts.map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${pattern.join('/')}/?$`)
}
