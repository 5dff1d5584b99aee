import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { leadConsentQuery } from '#domains/leads/web/queries.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { Wizard } from './use-wizard.ts'

/**
 * Whether whoever is signed in has agreed to be contacted before: then it is not asked again and goes along with the form.
 * Nobody's agreement is taken for granted.
 */
export function useGivenConsent({ draft, set }: Pick<Wizard, 'draft' | 'set'>): boolean {
  const { signedIn } = useBoot()
  const { data } = useQuery({ ...leadConsentQuery(useSend()), enabled: signedIn !== null })
  const isGiven = data?.consented ?? false
  const isMissing = isGiven && !draft.installation.permitsContact
  useEffect(() => {
    if (isMissing) set('installation', { permitsContact: true })
  }, [isMissing, set])
  return isGiven
}
