import { useSettings } from '#domains/retailer/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { ActionGrid } from './action-grid.tsx'
import { VisitorHome } from './visitor-home.tsx'
import { VisitorOffers } from './visitor-offers.tsx'

/** The alternative home page: the actions in groups, below a greeting for visitors who are not signed in. */
export function AltHomeScreen() {
  const { home } = useSettings()
  const isVisitor = !useBoot().signedIn
  const isGreeted = isVisitor && home.hero
  return (
    <>
      {isGreeted && <VisitorHome />}
      <ActionGrid isPage={!isGreeted} />
      {isVisitor && !isGreeted && <VisitorOffers />}
    </>
  )
}
