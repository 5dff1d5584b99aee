import { Concepts, Welcome } from './hero.tsx'
import { VisitorOffers } from './visitor-offers.tsx'

/** The first page of whoever has no session: what they can take out and work out here, and what customers have. */
export function VisitorHome() {
  return (
    <>
      <Welcome />
      <VisitorOffers />
      <Concepts />
    </>
  )
}
