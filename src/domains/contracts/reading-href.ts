import type { CustomerSettings } from '#domains/retailer/settings/join-settings.ts'
import type { Boot } from '#kit/boot.ts'

type ReadingOffer = { settings: CustomerSettings } & Pick<Boot, 'flags'>

/**
 * Returns the address for sending a meter reading, for the contract if one is named; null if the retailer accepts no
 * readings.
 */
export function readingHref({ settings: { features }, flags }: ReadingOffer, contractName?: string): string | null {
  if (!features.contactAutoReads || !features.contact || !flags['crm.case']) return null
  return `/contact?autolectures=true${contractName ? `&contract=${encodeURIComponent(contractName)}` : ''}`
}
