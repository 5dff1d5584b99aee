import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/**
 * Returns the Chromium to open the portal with: the one in CHROMIUM_PATH, Debian's, or Playwright's.
 * @throws with the command that installs one if none is found.
 */
export function findChromium(): string {
  const candidates = [
    process.env.CHROMIUM_PATH,
    // Chromium without windows, in which the journeys take half the time.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    chromium.executablePath(),
  ]
  const executable = candidates.find((candidate) => candidate && existsSync(candidate))
  if (executable) return executable
  throw new Error(
    'No Chromium was found to open the portal with. Install it with: sudo apt-get install chromium-headless-shell, or: npx playwright-core install chromium',
  )
}
