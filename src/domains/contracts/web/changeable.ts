import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { contractsKey } from './queries.ts'
import type { ReadContract } from './read-contract.ts'

/** Why nothing of a contract can be changed by whoever looks at it; undefined where it can. */
export function useWhyUnchangeable({ standing }: ReadContract): string | undefined {
  const t = useTranslations('changes.obstacles')
  const readonlyReason = useReadonlyReason()
  return standing === 'active' ? readonlyReason : t('contract_not_active')
}

/** Reads anew what a change of a contract may have made another: contracts, and what was asked to be changed. */
export function useContractChanged(): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: contractsKey })
    void queryClient.invalidateQueries({ queryKey: ['changes'] })
  }
}
