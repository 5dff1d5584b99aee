import { listStreetTypes } from '#domains/geo/api.ts'
import { pathOf } from '#kit/call.ts'
import { changeBoot, type Portal } from '#kit/web/portal.ts'
import { maintenanceTimes } from '../maintenance-times.ts'

const checkEveryMs = 20_000

/** Tells the page of maintenance, with the times in the members of its refusal, and waits until the portal is open again. */
export function watchMaintenance(portal: Portal, members: Record<string, unknown> | undefined) {
  const isWatched = isClosed(portal)
  changeBoot(portal, { outage: { kind: 'maintenance', ...maintenanceTimes(members) } })
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
