import type { useCustomerSettings } from '#domains/operator/web/settings.ts'
import type { Search } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'

/** Whether the address asks for a form that is ready for a meter reading, and the retailer has one. */
export function useIsMeterReading({ autolectures }: Search): boolean {
  const { signedIn, settings } = useBoot()
  const { contactAutoReads } = (settings as Partial<ReturnType<typeof useCustomerSettings>>).features ?? {}
  return signedIn !== null && autolectures === 'true' && contactAutoReads === true
}
