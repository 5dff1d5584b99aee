import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Combobox } from '#kit/web/combobox.tsx'
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

// So many are read through at a glance; more are searched.
const mostInList = 12

/** Which contract something is about: one of a list, or found by its number or address where there are many. */
export function ContractSelect({ id, contracts, value, error, onChange }: ContractSelectProps) {
  const t = useTranslations('support.fields')
  const optionOf = ({ id, energy, name, address }: SupportContract) => ({
    value: String(id),
    label: t('contractOption', { energy, name, address }),
  })
  if (contracts.length > mostInList)
    return (
      <Combobox
        id={id}
        label={t('contract')}
        hint={t('contractHint')}
        error={error}
        value={value}
        onValue={onChange}
        noneFits={t('noContract')}
        told={(count) => t('contractsFit', { count })}
        options={contracts.map(optionOf)}
      />
    )
  return (
    <NativeSelect
      id={id}
      label={t('contract')}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[{ value: '', label: t('choose') }, ...contracts.map(optionOf)]}
    />
  )
}
