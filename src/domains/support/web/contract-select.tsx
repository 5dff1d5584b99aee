import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
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

/** Which contract something is about. */
export function ContractSelect({ id, contracts, value, error, onChange }: ContractSelectProps) {
  const t = useTranslations('support.fields')
  return (
    <NativeSelect
      id={id}
      label={t('contract')}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: '', label: t('choose') },
        ...contracts.map((contract) => ({
          value: String(contract.id),
          label: t('contractOption', { energy: contract.energy, name: contract.name, address: contract.address }),
        })),
      ]}
    />
  )
}
