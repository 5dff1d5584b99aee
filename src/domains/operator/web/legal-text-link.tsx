import type { ReactNode } from 'react'
import { useHasPage } from '#kit/web/known-pages.ts'
import { Link } from '#kit/web/link.tsx'
import { useSettings } from './settings.ts'

/** What somebody agrees to: the terms, or how their data is protected. */
export type LegalText = 'conditions' | 'privacy'

/** Where a legal text is read: the retailer's own page, else that of the portal; null where there is neither. */
export function useLegalAddress(): (text: LegalText) => string | null {
  const hasPage = useHasPage()
  const { conditionsUrl, privacyUrl } = useSettings().organization
  const addresses = { conditions: conditionsUrl || '/legal-notice', privacy: privacyUrl || '/privacy' }
  return (text) => {
    const address = addresses[text]
    return !address.startsWith('/') || hasPage(address) ? address : null
  }
}

/** Words of a form that lead to the text that is agreed to, in a tab of its own so that what is typed stays. */
export function LegalTextLink({ to, children }: { to: LegalText; children: ReactNode }) {
  const address = useLegalAddress()(to)
  if (address === null) return <>{children}</>
  return (
    <Link href={address} target="_blank" rel="noreferrer">
      {children}
    </Link>
  )
}
