import type { PublicSettings } from '#domains/retailer/settings.ts'
import type { ContractFormConfig } from './field-problems.ts'
import { householdActivityId } from './installation-rules.ts'

/** Returns the form's requirements for a new contract as the retailer has configured them. */
export function readFormConfig({
  contractation,
  languages,
}: Pick<PublicSettings, 'contractation' | 'languages'>): ContractFormConfig {
  const { electricity, gas, dual, selfcons, ...rest } = contractation
  const { helpMessage: _, chatWidgetUrl: __, orderTrackingWidgetUrl: ___, ...requirements } = rest
  return {
    ...requirements,
    electricity: electricity.enabled,
    gas: gas.enabled,
    dual: dual.enabled,
    selfcons,
    languages: [...languages],
    cnae_default: { id: householdActivityId, code: '9820' },
  }
}
