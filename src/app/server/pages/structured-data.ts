import type { Settings } from '#domains/retailer/settings.ts'
import type { Locale } from '#vocabulary/locale.ts'

/** The pages with calculators for visitors, by their key. */
const toolPages = ['/comparator', '/gas-comparator', '/power']

type StructuredDataInput = {
  key: string
  /** The name of the page. */
  name: string
  description: string
  address: string
  /** The root URL of the portal, with base path. */
  root: string
  locale: Locale
  settings: Pick<Settings, 'organization' | 'brand'>
}

/**
 * Builds the structured data of a page for search engines (schema.org): the retailer, the breadcrumbs, and what can be
 * done there. It contains only what the page itself shows.
 */
export function buildStructuredData({
  root,
  locale,
  settings: { organization, brand },
  ...page
}: StructuredDataInput): object {
  const retailer = { '@id': `${root}/#organization` }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...retailer,
        name: organization.name,
        url: `${root}/`,
        ...(brand.logoUrl && { logo: brand.logoUrl }),
        ...(organization.email && { email: organization.email }),
        ...(organization.phone && { telephone: organization.phone }),
      },
      {
        '@type': 'WebSite',
        name: organization.name,
        url: `${root}/`,
        inLanguage: locale,
        publisher: retailer,
      },
      ...breadcrumbsOf(page, { name: organization.name, address: `${root}/` }),
      ...webApplicationOf(page, { locale, retailer }),
    ],
  }
}

type PageFacts = Pick<StructuredDataInput, 'key' | 'name' | 'description' | 'address'>

/** Returns the breadcrumbs from the retailer's portal to a page; none for the home page, which is where they start. */
function breadcrumbsOf({ key, name, address }: PageFacts, portal: { name: string; address: string }): object[] {
  if (key === '/') return []
  const steps = [portal, { name, address }]
  const itemListElement = steps.map((step, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: step.name,
    item: step.address,
  }))
  return [{ '@type': 'BreadcrumbList', itemListElement }]
}

/** Returns a comparator or the calculator as a web application, which is free and requires script. */
function webApplicationOf(page: PageFacts, { locale, retailer }: { locale: Locale; retailer: object }): object[] {
  if (!toolPages.includes(page.key)) return []
  return [
    {
      '@type': 'WebApplication',
      name: page.name,
      description: page.description,
      url: page.address,
      inLanguage: locale,
      applicationCategory: 'UtilitiesApplication',
      operatingSystem: 'Any',
      browserRequirements: 'Requires JavaScript',
      isAccessibleForFree: true,
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'EUR' },
      provider: retailer,
    },
  ]
}
