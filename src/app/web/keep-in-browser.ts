import type { Portal } from '#kit/web/portal.ts'

const yearSeconds = 365 * 24 * 3600

/** Keeps a choice of the person for a year in a cookie, so that the server draws the next page by it. */
export function keepInBrowser({ basePath }: Portal, name: 'language' | 'density', value: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store for too short a time to rely on it.
  document.cookie = `${name}=${value}; Path=${basePath || '/'}; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
}
