import { CareBlock } from '#domains/retailer/web/care-block.tsx'
import { Concepts, WelcomeHero } from './hero.tsx'
import { VisitorOffers } from './visitor-offers.tsx'

/** The home page of visitors without a session: what they can contract and calculate, and what customers have. */
export function VisitorHome() {
  return (
    <>
      <WelcomeHero />
      <VisitorOffers />
      <Concepts />
      <CareBlock />
    </>
  )
}
