import { listStreetTypes } from '#domains/geo/api.ts'
import { pathOf } from '#kit/call.ts'
import { changeBoot, type Portal } from '#kit/web/portal.ts'
import { maintenancePeriodIn } from '../maintenance-period.ts'

const checkEveryMs = 20_000

/**
 * Reports maintenance to the page, with the period in the extra fields of the refusal, and waits until the portal is
 * open again.
 */
export function watchMaintenance(portal: Portal, members: Record<string, unknown> | undefined) {
  const isWatched = isClosed(portal)
  changeBoot(portal, { outage: { kind: 'maintenance', ...maintenancePeriodIn(members) } })
  if (!isWatched) setTimeout(() => void waitForOpening(portal), checkEveryMs)
}

async function waitForOpening(portal: Portal) {
  if (!isClosed(portal)) return
  const address = portal.basePath + pathOf(listStreetTypes, listStreetTypes.versions[0], {})
  const response = await fetch(address).catch(() => null)
  if (response && response.status !== 503) changeBoot(portal, { outage: undefined })
  else setTimeout(() => void waitForOpening(portal), checkEveryMs)
}

function isClosed(portal: Portal): boolean {
  return portal.boot.outage?.kind === 'maintenance'
}
