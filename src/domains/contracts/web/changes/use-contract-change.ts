import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import type { ContractModel } from '../parse-contract.ts'
import { contractsKey } from '../queries.ts'

/** Returns why the user cannot change anything of a contract; undefined where they can. */
export function useUnchangeableReason({ status }: ContractModel): string | undefined {
  const t = useTranslations('changes.obstacles')
  const readonlyReason = useReadonlyReason()
  return status === 'active' ? readonlyReason : t('contract_not_active')
}

/** Returns a function that refetches what a change affects: contracts, and their requested changes. */
export function useInvalidateContract(): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: contractsKey })
    void queryClient.invalidateQueries({ queryKey: ['changes'] })
  }
}
