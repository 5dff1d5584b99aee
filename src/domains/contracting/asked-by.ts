import type { PublicSettings } from '#domains/operator/settings.ts'
import type { Asked } from './asked.ts'
import { householdActivityId } from './installation-rules.ts'

/** What the form of a new contract asks for, as the retailer has set it. */
export function askedBy({ contractation, languages }: Pick<PublicSettings, 'contractation' | 'languages'>): Asked {
  const { electricity, gas, dual, selfcons, ...rest } = contractation
  const { helpMessage: _, chatWidgetUrl: __, orderTrackingWidgetUrl: ___, ...asks } = rest
  return {
    ...asks,
    electricity: electricity.enabled,
    gas: gas.enabled,
    dual: dual.enabled,
    selfcons,
    languages: [...languages],
    cnae_default: { id: householdActivityId, code: '9820' },
  }
}
