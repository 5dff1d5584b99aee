import { domesticPowerWatts, minPowerWatts } from '#vocabulary/access-tariffs.ts'
import { wattsFromKw } from '#vocabulary/power.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'
import { type ContractFormConfig, type FieldProblems, isBlank, problemIf } from './field-problems.ts'
import { cupsProblems, maxInvoices, type SupplyLookup } from './installation-rules.ts'

/** The code of an own installation with compensated surplus (CNMC, table 113). */
const withSurplus = '41'

export const powerNames = ['power', 'power2', 'power3', 'power4', 'power5', 'power6'] as const

export type ContractAnswers = Partial<Record<(typeof powerNames)[number], number | null>> & {
  /** The product, -1 or null while none is chosen, and the access tariff. */
  tarifa: number | null
  tarifaATR: number | null
  selfconsCode?: string
  selfcons_attach?: readonly unknown[]
  social_bonus?: { discount_eur: number | null } | null | undefined
}

/** Checks whether powers in kW need all six periods: above 15 kW in one of the first two. */
export function needsSixPowers({ power, power2 }: Pick<ContractAnswers, 'power' | 'power2'>): boolean {
  return [power, power2].some((kw) => watts(kw) > domesticPowerWatts)
}

/** Returns the powers with the last four set to 0 where the first two do not require them. */
export function normalizePowers<Powers extends Pick<ContractAnswers, (typeof powerNames)[number]>>(
  powers: Powers,
): Powers {
  return needsSixPowers(powers) ? powers : { ...powers, power3: 0, power4: 0, power5: 0, power6: 0 }
}

/**
 * Returns the code of a supply when self-consumption is switched on or off: the one in the register, or the default.
 */
export function selfConsumptionCode(isOn: boolean, registeredCode: string | null): string {
  if (!isOn) return withoutSelfConsumption
  return registeredCode && registeredCode !== withoutSelfConsumption ? registeredCode : withSurplus
}

/**
 * Returns a choice, or no choice where a new list no longer offers it: the access tariff is cleared, the product
 * becomes -1.
 */
export function keepIfOffered<None extends number | null>(
  chosen: number | null,
  offered: readonly { id: number }[],
  none: None,
): number | None {
  return chosen !== null && offered.some(({ id }) => id === chosen) ? chosen : none
}

/** Returns the problems of the third step of electricity: powers, tariff and product (specification, point 5). */
export function contractProblems(
  answers: ContractAnswers,
  { selfcons }: Pick<ContractFormConfig, 'selfcons'>,
): FieldProblems {
  const { tarifa, tarifaATR, selfconsCode = withoutSelfConsumption, selfcons_attach = [] } = answers
  const discount = answers.social_bonus?.discount_eur ?? 0
  const hasPanels = selfconsCode !== withoutSelfConsumption
  return {
    ...powerProblems(answers),
    ...problemIf(!tarifaATR || tarifaATR < 0, 'tarifaATR', 'required'),
    ...problemIf(!tarifa || tarifa < 0, 'tarifa', 'product_required'),
    ...problemIf(!(discount >= 0 && discount <= 10_000), 'social_bonus.discount_eur', 'bonus_discount_invalid'),
    ...problemIf(hasPanels && !selfcons.enabled, 'selfconsCode', 'self_consumption_off'),
    ...problemIf(
      hasPanels && selfcons.enabled && selfcons.requireDocumentation && selfcons_attach.length === 0,
      'selfcons_attach',
      'self_consumption_papers_required',
    ),
  }
}

function powerProblems(answers: ContractAnswers): FieldProblems {
  const hasSix = needsSixPowers(answers)
  const problems = powerNames.slice(0, hasSix ? 6 : 2).map((name, index) => {
    const own = ownProblem(name, answers[name], index < 2 ? minPowerWatts : 1)
    if (!hasSix || index === 0 || Object.keys(own).length > 0) return own
    // Of six powers none is lower than the one before.
    const before = answers[powerNames[index - 1]!]
    return problemIf(watts(answers[name]) < watts(before), name, 'power_lower_than_previous')
  })
  return Object.assign({}, ...problems)
}

function ownProblem(name: string, kw: number | null | undefined, minWatts: number): FieldProblems {
  if (kw === null || kw === undefined || kw === 0) return { [name]: 'power_required' }
  return problemIf(watts(kw) < minWatts, name, 'power_too_low')
}

/** Converts to whole watts. 15.0001 kW is rejected by the API schema, which has three decimals. */
function watts(kw: number | null | undefined): number {
  return wattsFromKw(String(kw ?? 0)) ?? Math.round((kw ?? 0) * 1_000)
}

export type GasContractAnswers = {
  cups: { name: string }
  active_contract: boolean | null
  change_owner?: boolean | null
  comer_origin?: number | null
  tarifa: number | null
  tarifaATR: number | null
  invoice?: readonly unknown[]
}

/** Returns the problems of the third step of gas (specification, point 5, gas). */
export function gasContractProblems(
  answers: GasContractAnswers,
  config: ContractFormConfig,
  supply: SupplyLookup,
): FieldProblems {
  const { cups, active_contract, change_owner, comer_origin, tarifa, tarifaATR, invoice = [] } = answers
  const isSupplied = active_contract === true
  return {
    ...cupsProblems(cups.name, supply),
    ...problemIf(active_contract === null, 'active_contract', 'required'),
    ...problemIf(isSupplied && typeof change_owner !== 'boolean', 'change_owner', 'required'),
    ...problemIf(config.selectComerOrigin && isSupplied && !comer_origin, 'comer_origin', 'required'),
    ...problemIf(!tarifaATR || tarifaATR < 0, 'tarifaATR', 'required'),
    ...problemIf(!tarifa || tarifa < 0, 'tarifa', 'product_required'),
    ...problemIf(config.invoiceRequired && isSupplied && invoice.length === 0, 'invoice', 'invoice_required'),
    ...problemIf(invoice.length > maxInvoices, 'invoice', `too_many_files:${maxInvoices}`),
  }
}

/** Returns the problem of a promotional code before it is sent: it has already been applied. */
export function promotionalCodeProblem(code: string, applied: string | null): 'promocode_already_applied' | null {
  const isSame = !isBlank(code) && code.trim().toUpperCase() === applied?.trim().toUpperCase()
  return isSame ? 'promocode_already_applied' : null
}

/**
 * Returns how a customer may leave a contract: at any time, which is the right of a person on the household tariff (Real
 * Decreto 88/2026, art. 28.3), or with the notice that the contract agrees.
 */
export function leavingTerms(contract: {
  energy: 'electricity' | 'gas'
  tariff: string
  isCompany: boolean
}): 'anytime' | 'notice' {
  return contract.energy === 'electricity' && contract.tariff === '2.0TD' && !contract.isCompany ? 'anytime' : 'notice'
}
