import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { readingHref } from '../../reading-href.ts'

/** Returns the address for sending a meter reading of a contract; null if the retailer accepts no readings. */
export function useReadingHref(contractName: string): string | null {
  const { flags } = useBoot()
  return readingHref({ settings: useCustomerSettings(), flags }, contractName)
}
