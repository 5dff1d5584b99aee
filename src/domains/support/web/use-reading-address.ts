import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { readingAddress } from '../help-topics.ts'

/** Where what the meter of a contract shows is sent; null where the retailer takes no readings. */
export function useReadingAddress(contractName: string): string | null {
  const { flags } = useBoot()
  return readingAddress({ settings: useCustomerSettings(), flags }, contractName)
}
