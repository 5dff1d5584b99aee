import type { PublicSettings } from '#domains/retailer/settings.ts'

/** An offer for visitors who are not customers. Its texts go by the name; its address is in key form. */
type VisitorOffer = { name: string; href: string; isOffered: (settings: PublicSettings) => boolean }

const offerGroups = {
  contract: [
    {
      name: 'electricity',
      href: '/new-electricity-customer',
      isOffered: (settings) => isSoldToVisitors(settings, 'electricity'),
    },
    { name: 'gas', href: '/new-gas-customer', isOffered: (settings) => isSoldToVisitors(settings, 'gas') },
    { name: 'dual', href: '/new-dual-customer', isOffered: (settings) => isSoldToVisitors(settings, 'dual') },
  ],
  choose: [
    { name: 'comparator', href: '/comparator', isOffered: ({ comparator }) => comparator.enabled },
    {
      name: 'gasComparator',
      href: '/gas-comparator',
      isOffered: ({ comparator, features }) => comparator.enabled && features.displayTypes.includes('gas'),
    },
    { name: 'calculator', href: '/power', isOffered: ({ powerCalculator }) => powerCalculator.enabled },
  ],
} as const satisfies Record<string, readonly VisitorOffer[]>

export type OfferGroup = keyof typeof offerGroups
export type OfferName = (typeof offerGroups)[OfferGroup][number]['name']

/**
 * Returns new contracts, comparators and the calculator by group, those that the settings offer to visitors and whose
 * page exists.
 */
export function findVisitorOffers(
  settings: PublicSettings,
  hasPage: (address: string) => boolean,
): { group: OfferGroup; offers: { name: OfferName; href: string }[] }[] {
  return (Object.entries(offerGroups) as [OfferGroup, readonly (VisitorOffer & { name: OfferName })[]][])
    .map(([group, offers]) => ({
      group,
      offers: offers
        .filter(({ href, isOffered }) => hasPage(href) && isOffered(settings))
        .map(({ name, href }) => ({ name, href })),
    }))
    .filter(({ offers }) => offers.length > 0)
}

function isSoldToVisitors({ contractation }: PublicSettings, kind: 'electricity' | 'gas' | 'dual'): boolean {
  return contractation[kind].enabled && !contractation.authenticate
}
