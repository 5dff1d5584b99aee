import type { FastifyRequest } from 'fastify'

const programPathPrefixes = [
  '/api',
  '/reports',
  '/.well-known',
  '/integration',
  '/assets',
  '/sandbox-provider',
  '/livez',
  '/readyz',
  '/icons',
  '/manifest.webmanifest',
  '/service-worker.js',
  '/robots.txt',
  '/sitemap.xml',
]

/** Checks whether a path, without base path, is used by programs, so that no page answers there. */
export function isProgramPath(path: string): boolean {
  return programPathPrefixes.some((prefix) => isUnder(path, prefix))
}

/** Checks whether a path is this one or one below it: `/operators` is not under `/operator`. */
export function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

/** Returns the path of a request without base path and query. */
export function pathOf(request: Pick<FastifyRequest, 'url'>, basePath: string): string {
  return request.url.slice(basePath.length).split('?')[0] || '/'
}
