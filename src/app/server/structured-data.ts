import type { Settings } from '#domains/operator/settings.ts'
import type { Locale } from '#kit/locale.ts'

/** The pages on which something is worked out for whoever comes by, by their key. */
const tools = ['/comparator', '/gas-comparator', '/power']

type Described = {
  key: string
  /** What the page is called. */
  name: string
  description: string
  address: string
  /** Of the portal, with base path. */
  root: string
  locale: Locale
  settings: Pick<Settings, 'organization' | 'brand'>
}

/**
 * What search engines are told of a page as data (schema.org): who stands behind it, the way that leads to it, and what can
 * be done there. Only what the page itself shows.
 */
export function structuredData({ root, locale, settings: { organization, brand }, ...page }: Described): object {
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
      ...wayTo(page, { name: organization.name, address: `${root}/` }),
      ...toolOf(page, { locale, retailer }),
    ],
  }
}

type Page = Pick<Described, 'key' | 'name' | 'description' | 'address'>

/** From the portal of the retailer to a page of it; nothing for the first page, which is where the way begins. */
function wayTo({ key, name, address }: Page, portal: { name: string; address: string }): object[] {
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

/** A comparator or the calculator, which cost nothing and run where there is script. */
function toolOf(page: Page, { locale, retailer }: { locale: Locale; retailer: object }): object[] {
  if (!tools.includes(page.key)) return []
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
