import type { ReactNode } from 'react'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSettings } from './settings.ts'

/** A text that a user agrees to: the terms, or the data protection policy. */
export type LegalTextName = 'conditions' | 'privacy'

/** Returns the URL of a legal text: the retailer's own page, else that of the portal. Null if there is neither. */
export function useLegalTextHref(): (text: LegalTextName) => string | null {
  const hasPage = useHasPage()
  const { conditionsUrl, privacyUrl } = useSettings().organization
  const addresses = { conditions: conditionsUrl || '/legal-notice', privacy: privacyUrl || '/privacy' }
  return (text) => {
    const address = addresses[text]
    return !address.startsWith('/') || hasPage(address) ? address : null
  }
}

/** A link in a form to the text that is agreed to. It opens in a new tab, so that the draft is kept. */
export function LegalTextLink({ to, children }: { to: LegalTextName; children: ReactNode }) {
  const address = useLegalTextHref()(to)
  if (address === null) return <>{children}</>
  return (
    <Link href={address} target="_blank" rel="noreferrer">
      {children}
    </Link>
  )
}
