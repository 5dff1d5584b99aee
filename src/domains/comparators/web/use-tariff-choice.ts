import { useSuspenseQuery } from '@tanstack/react-query'
import { useSend } from '#kit/web/portal.ts'
import { comparedGasTariffs, findComparedTariff } from '../rules.ts'
import { tariffsQuery } from './queries.ts'
import type { ComparisonForm } from './use-comparison-form.ts'

/** Returns the chosen tariff, and whether there is an offer to compare it with. */
export function useTariffChoice({ energy, values: { accessTariff } }: Pick<ComparisonForm, 'energy' | 'values'>) {
  const { data: offered } = useSuspenseQuery(tariffsQuery(useSend(), energy))
  const electric = energy === 'electricity' ? findComparedTariff(accessTariff) : undefined
  const chosen = electric ?? comparedGasTariffs.find(({ id }) => energy === 'gas' && String(id) === accessTariff)
  return {
    offered,
    chosen,
    /** The name of the tariff if it is an electricity tariff. */
    electricTariff: electric?.name,
    isOffered: accessTariff === '' || offered.some(({ id }) => id === chosen?.id),
  }
}

export type TariffChoice = ReturnType<typeof useTariffChoice>
