import { readingHref } from '#domains/contracts/reading-href.ts'
import { defaultContractsPath } from '#domains/retailer/settings/first-pages.ts'
import type { CustomerSettings } from '#domains/retailer/settings/join-settings.ts'
import type { Boot } from '#kit/boot.ts'

/** A help topic. Its texts are found by name, and its address is in key form. */
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

type HelpOffer = { settings: CustomerSettings } & Pick<Boot, 'flags' | 'hasUpstream'>

/** Returns the help topics by group, as far as the retailer offers them. */
export function findHelpTopics({
  settings,
  flags,
  hasUpstream,
}: HelpOffer): Record<(typeof helpGroups)[number], readonly HelpTopic[]> {
  const { features, ibanChange } = settings
  const contracts = defaultContractsPath(features)
  const takesRequests = features.contact && flags['crm.case'] === true
  const isPowerOffered = features.powerChange && features.displayTypes.includes('electricity')
  const claims = features.reclamATCMenu ? '/claims' : features.reclamATCContract && '/customer-service'
  return {
    write: toHelpTopics({
      question: takesRequests && '/contact',
      claim: claims,
      reading: readingHref({ settings, flags }),
    }),
    change: toHelpTopics({
      power: isPowerOffered && `${contracts}?action=powChange`,
      account: ibanChange.enabled && `${contracts}?action=ibanChange`,
      address: features.notificacionAddressChange && `${contracts}?action=notifAddrChange`,
      ownData: '/profile',
    }),
    follow: toHelpTopics({
      requests: flags['crm.case'] === true && !hasUpstream && '/requests',
      invoices: '/invoices',
    }),
  }
}

function toHelpTopics(addresses: Partial<Record<HelpTopicName, string | false | null>>): HelpTopic[] {
  return Object.entries(addresses).flatMap(([name, href]) => (href ? [{ name: name as HelpTopicName, href }] : []))
}
