import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { KnownHolder } from '../../api.ts'
import type { WizardDraft } from '../draft/wizard-draft.ts'
import { holdersQuery } from '../queries.ts'
import { applyHolder } from './apply-holder.ts'

type KnownHoldersDeps = {
  draft: WizardDraft
  empty: WizardDraft
  change: (to: (before: WizardDraft) => WizardDraft) => void
}

const noHolders: readonly KnownHolder[] = []

/**
 * Returns the holders for whom the signed-in user can contract; null while that is not known. An empty form is
 * prefilled once with a single holder; a user with several chooses.
 */
export function useKnownHolders({ draft, empty, change }: KnownHoldersDeps): readonly KnownHolder[] | null {
  const { signedIn } = useBoot()
  const { data, isError } = useQuery({ ...holdersQuery(useSend()), enabled: signedIn !== null })
  const onlyHolder = data?.length === 1 ? data[0] : undefined
  const isUntouched =
    !draft.isFilled && !draft.isFinished && !draft.isLinked && draft.person.taxId === '' && draft.payment.iban === ''
  const fill = useEffectEvent((holder: KnownHolder) => change((before) => applyHolder(before, holder, empty)))
  useEffect(() => {
    if (onlyHolder && isUntouched) fill(onlyHolder)
  }, [onlyHolder, isUntouched])
  if (signedIn === null || isError) return noHolders
  return data ?? null
}
