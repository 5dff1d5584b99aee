import type { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'

/** Checks whether the address requests the form for a meter reading, and the retailer offers it. */
export function useIsMeterReading({ autolectures }: SearchParams): boolean {
  const { signedIn, settings } = useBoot()
  const { contactAutoReads } = (settings as Partial<ReturnType<typeof useCustomerSettings>>).features ?? {}
  return signedIn !== null && autolectures === 'true' && contactAutoReads === true
}
