import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useSend } from '#kit/web/portal.ts'
import { SearchedSelect } from '#kit/web/searched-select.tsx'
import { contractsQuery, type SupportContract } from './queries.ts'

/** A customer's contracts, and the id of the one that the address names or that is the only one; empty when none is. */
export function useChosenContract(named: string | undefined): { contracts: SupportContract[]; only: string } {
  const { data: contracts } = useSuspenseQuery(contractsQuery(useSend()))
  const chosen = contracts.find(({ name }) => name === named) ?? (contracts.length === 1 ? contracts[0] : undefined)
  return { contracts, only: chosen ? String(chosen.id) : '' }
}

type ContractSelectProps = {
  id: string
  contracts: readonly SupportContract[]
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Which contract something is about: one of a list, or found by its number or address where there are many. */
export function ContractSelect({ id, contracts, value, error, onChange }: ContractSelectProps) {
  const t = useTranslations('support.fields')
  return (
    <SearchedSelect
      id={id}
      label={t('contract')}
      error={error}
      value={value}
      onValue={onChange}
      emptyLabel={t('choose')}
      searchHint={t('contractHint')}
      noneFits={t('noContract')}
      told={(count) => t('contractsFit', { count })}
      options={contracts.map(({ id: contractId, energy, name, address }) => ({
        value: String(contractId),
        label: t('contractOption', { energy, name, address }),
      }))}
    />
  )
}
