import { contractsPath } from '#domains/operator/settings/first-pages.ts'
import type { CustomerSettings } from '#domains/operator/settings/join.ts'
import type { Boot } from '#kit/boot.ts'

/** Something that a customer comes with; its texts go by the name, and its address is in key form. */
export type HelpTopic = { name: HelpTopicName; href: string }

export const helpGroups = ['write', 'change', 'follow'] as const
export type HelpTopicName =
  | 'question'
  | 'claim'
  | 'reading'
  | 'power'
  | 'account'
  | 'address'
  | 'ownData'
  | 'requests'
  | 'invoices'

type Offer = { settings: CustomerSettings } & Pick<Boot, 'flags' | 'hasUpstream'>

/** What a customer can come with, by group, as far as the retailer offers it. */
export function helpTopics({
  settings,
  flags,
  hasUpstream,
}: Offer): Record<(typeof helpGroups)[number], readonly HelpTopic[]> {
  const { features, ibanChange } = settings
  const contracts = contractsPath(features)
  const takesRequests = features.contact && flags['crm.case'] === true
  const isPowerOffered = features.powerChange && features.displayTypes.includes('electricity')
  const claims = features.reclamATCMenu ? '/claims' : features.reclamATCContract && '/customer-service'
  return {
    write: offered({
      question: takesRequests && '/contact',
      claim: claims,
      reading: readingAddress({ settings, flags }),
    }),
    change: offered({
      power: isPowerOffered && `${contracts}?action=powChange`,
      account: ibanChange.enabled && `${contracts}?action=ibanChange`,
      address: features.notificacionAddressChange && `${contracts}?action=notifAddrChange`,
      ownData: '/profile',
    }),
    follow: offered({
      requests: flags['crm.case'] === true && !hasUpstream && '/requests',
      invoices: '/invoices',
    }),
  }
}

/** Where what a meter shows is sent, of a contract where it is named; null where the retailer takes no readings. */
export function readingAddress(
  { settings: { features }, flags }: Pick<Offer, 'settings' | 'flags'>,
  contractName?: string,
): string | null {
  if (!features.contactAutoReads || !features.contact || !flags['crm.case']) return null
  return `/contact?autolectures=true${contractName ? `&contract=${encodeURIComponent(contractName)}` : ''}`
}

function offered(addresses: Partial<Record<HelpTopicName, string | false | null>>): HelpTopic[] {
  return Object.entries(addresses).flatMap(([name, href]) => (href ? [{ name: name as HelpTopicName, href }] : []))
}
