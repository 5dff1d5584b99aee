import { useBoot, usePortal } from '#kit/web/portal.ts'
import { toLocalAddress } from './paths.ts'

/**
 * Returns a function that writes addresses in key form as URLs for the browser, for anchors and forms outside the
 * router.
 */
export function useAddress(): (address: string) => string {
  const { basePath } = usePortal()
  const { locale } = useBoot()
  return (address) => basePath + toLocalAddress(address, locale)
}
