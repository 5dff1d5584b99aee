const prefixes = [
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

/** Whether a path, without base path, is spoken to by programs, so that no page answers there. */
export function isForPrograms(path: string): boolean {
  return prefixes.some((prefix) => isUnder(path, prefix))
}

/** Whether a path is this one or one below it: `/operators` is not under `/operator`. */
export function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}
