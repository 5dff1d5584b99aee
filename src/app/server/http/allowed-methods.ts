import type { FastifyInstance } from 'fastify'
import { isProgramPath } from './program-paths.ts'

/**
 * Records every route that is registered from here on.
 * @returns the methods with which a path (`within` the base path) is served, empty if nothing serves it. Page paths are
 * localised, so any path that no API uses may be a page.
 */
export function trackAllowedMethods(app: FastifyInstance, basePath: string): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[]; isPageRoute: boolean }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat(), isPageRoute: url === `${basePath}/*` })
  })
  return (path) => {
    const serving = routes.filter(
      ({ pattern, isPageRoute }) => pattern.test(basePath + path) && !(isPageRoute && isProgramPath(path)),
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
