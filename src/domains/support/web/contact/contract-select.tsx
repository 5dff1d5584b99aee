import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SearchableSelect } from '#kit/web/form/searchable-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { contractsQuery, type SupportContract } from '../queries.ts'

/**
 * Returns a customer's contracts, and the id of the one named in the address or of the only one; empty if there is
 * none.
 */
export function usePreselectedContract(contractName: string | undefined): {
  contracts: SupportContract[]
  preselected: string
} {
  const { data: contracts } = useSuspenseQuery(contractsQuery(useSend()))
  const chosen =
    contracts.find(({ name }) => name === contractName) ?? (contracts.length === 1 ? contracts[0] : undefined)
  return { contracts, preselected: chosen ? String(chosen.id) : '' }
}

type ContractSelectProps = {
  id: string
  contracts: readonly SupportContract[]
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Lets the user choose a contract: from a list, or by searching its number or address if there are many. */
export function ContractSelect({ id, contracts, value, error, onChange }: ContractSelectProps) {
  const t = useTranslations('support.fields')
  return (
    <SearchableSelect
      id={id}
      label={t('contract')}
      error={error}
      value={value}
      onValue={onChange}
      emptyLabel={t('choose')}
      searchHint={t('contractHint')}
      noMatchMessage={t('noContract')}
      matchCountMessage={(count) => t('contractsFit', { count })}
      options={contracts.map(({ id: contractId, energy, name, address }) => ({
        value: String(contractId),
        label: t('contractOption', { energy, name, address }),
      }))}
    />
  )
}
