import { useSuspenseQuery } from '@tanstack/react-query'
import { useSend } from '#kit/web/portal.ts'
import { comparedGasTariffs, comparedTariff } from '../rules.ts'
import { tariffsQuery } from './queries.ts'
import type { ComparisonForm } from './use-comparison-form.ts'

/** The tariff that is chosen, and whether there is anything on offer to compare it with. */
export function useTariffChoice({ energy, values: { accessTariff } }: Pick<ComparisonForm, 'energy' | 'values'>) {
  const { data: offered } = useSuspenseQuery(tariffsQuery(useSend(), energy))
  const electric = energy === 'electricity' ? comparedTariff(accessTariff) : undefined
  const chosen = electric ?? comparedGasTariffs.find(({ id }) => energy === 'gas' && String(id) === accessTariff)
  return {
    offered,
    chosen,
    /** The name of the tariff where it is one of electricity. */
    electricTariff: electric?.name,
    isOffered: accessTariff === '' || offered.some(({ id }) => id === chosen?.id),
  }
}

export type TariffChoice = ReturnType<typeof useTariffChoice>
