import type { Portal } from '#kit/web/portal.ts'
import { secondsPerDay } from '#vocabulary/durations.ts'

const yearSeconds = 365 * secondsPerDay

/** Saves a preference of the user in a cookie for a year, so that the server renders the next page with it. */
export function savePreference({ basePath }: Portal, name: 'language' | 'density', value: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store for too short a time to rely on it.
  document.cookie = `${name}=${value}; Path=${basePath || '/'}; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
}
