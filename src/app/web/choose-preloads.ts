/** A page that a visible link leads to: its address, and the route by which all pages of its kind are known. */
export type LinkedPage = { address: string; routeId: string }

/** How much of a page is loaded before anybody opens it: its scripts and texts, or its data too. */
export type Preload = LinkedPage & { withData: boolean }

const maxPages = 6
const maxPagesWithData = 3
// Of several pages of a kind, such as contracts in a list, the first ones stand for the others.
const maxPagesWithDataOfRoute = 2

/**
 * Chooses what to load of the pages that can be opened next, in the order of their links; `loaded` are those that were
 * chosen before on the same page, which count as well.
 */
export function choosePreloads(links: readonly LinkedPage[], loaded: readonly Preload[] = []): Preload[] {
  const chosen = [...loaded]
  for (const { address, routeId } of links) {
    if (chosen.length >= maxPages) break
    if (chosen.some((each) => each.address === address)) continue
    const ofRoute = chosen.filter((each) => each.routeId === routeId)
    const dataCount = chosen.filter((each) => each.withData).length
    const withData = dataCount < maxPagesWithData && ofRoute.length < maxPagesWithDataOfRoute
    if (withData || !ofRoute.length) chosen.push({ address, routeId, withData })
  }
  return chosen.slice(loaded.length)
}
