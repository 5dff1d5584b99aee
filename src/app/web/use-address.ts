import { useBoot, usePortal } from '#kit/web/portal.ts'
import { localAddress } from './paths.ts'

/** Writes addresses in key form as the browser needs them, for anchors and forms that the router does not follow. */
export function useAddress(): (address: string) => string {
  const { basePath } = usePortal()
  const { locale } = useBoot()
  return (address) => basePath + localAddress(address, locale)
}
