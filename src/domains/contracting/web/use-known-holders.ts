import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { KnownHolder } from '../api.ts'
import { holdersQuery } from './queries.ts'
import { withHolder } from './with-holder.ts'
import type { WizardDraft } from './wizard-draft.ts'

type Filling = {
  draft: WizardDraft
  empty: WizardDraft
  change: (to: (before: WizardDraft) => WizardDraft) => void
}

const nobody: readonly KnownHolder[] = []

/**
 * For whom whoever is signed in may contract; null while that is not known. A form of which nothing is typed is filled once
 * with the only one that there is: whoever has several chooses.
 */
export function useKnownHolders({ draft, empty, change }: Filling): readonly KnownHolder[] | null {
  const { signedIn } = useBoot()
  const { data, isError } = useQuery({ ...holdersQuery(useSend()), enabled: signedIn !== null })
  const only = data?.length === 1 ? data[0] : undefined
  const isUntouched =
    !draft.isFilled && !draft.isFinished && !draft.isLinked && draft.person.taxId === '' && draft.payment.iban === ''
  const fill = useEffectEvent((holder: KnownHolder) => change((before) => withHolder(before, holder, empty)))
  useEffect(() => {
    if (only && isUntouched) fill(only)
  }, [only, isUntouched])
  if (signedIn === null || isError) return nobody
  return data ?? null
}
