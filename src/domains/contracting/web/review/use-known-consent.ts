import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { leadConsentQuery } from '#domains/leads/web/queries.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { Wizard } from '../use-wizard.ts'

/**
 * Returns whether the signed-in user has given consent to contact before. Then it is not requested again and is sent
 * with the form. Consent is never assumed.
 */
export function useKnownConsent({ draft, set }: Pick<Wizard, 'draft' | 'set'>): boolean {
  const { signedIn } = useBoot()
  const { data } = useQuery({ ...leadConsentQuery(useSend()), enabled: signedIn !== null })
  const isGiven = data?.consented ?? false
  const isMissing = isGiven && !draft.installation.permitsContact
  useEffect(() => {
    if (isMissing) set('installation', { permitsContact: true })
  }, [isMissing, set])
  return isGiven
}
