import { domesticPowerWatts, leastPowerWatts } from '#vocabulary/access-tariffs.ts'
import { wattsFromKw } from '#vocabulary/power.ts'
import { type Asked, isBlank, type Problems, problemIf } from './asked.ts'
import { cupsProblems, mostInvoices, type Supply } from './installation-rules.ts'

/** The code of a supply that produces nothing itself, and of one whose surplus is paid for (CNMC, table 113). */
export const withoutSelfConsumption = '00'
const withSurplus = '41'

export const powerNames = ['power', 'power2', 'power3', 'power4', 'power5', 'power6'] as const

export type ContractAnswers = Partial<Record<(typeof powerNames)[number], number | null>> & {
  /** The product, -1 or null while none is chosen, and the access tariff. */
  tarifa: number | null
  tarifaATR: number | null
  selfconsCode?: string
  selfcons_attach?: readonly unknown[]
}

/** Whether powers in kW need all six periods: above 15 kW in one of the first two. */
export function needsSixPowers({ power, power2 }: Pick<ContractAnswers, 'power' | 'power2'>): boolean {
  return [power, power2].some((kw) => watts(kw) > domesticPowerWatts)
}

/** The powers with the last four at 0 where the first two do not call for them. */
export function settledPowers<Powers extends Pick<ContractAnswers, (typeof powerNames)[number]>>(
  powers: Powers,
): Powers {
  return needsSixPowers(powers) ? powers : { ...powers, power3: 0, power4: 0, power5: 0, power6: 0 }
}

/** The code of a supply when self-consumption is switched on or off: what the register told of it, or the usual one. */
export function selfConsumptionCode(isOn: boolean, registeredCode: string | null): string {
  if (!isOn) return withoutSelfConsumption
  return registeredCode && registeredCode !== withoutSelfConsumption ? registeredCode : withSurplus
}

/** A choice that a new list no longer offers, as nothing chosen: the access tariff is cleared, the product becomes -1. */
export function stillOffered<None extends number | null>(
  chosen: number | null,
  offered: readonly { id: number }[],
  none: None,
): number | None {
  return chosen !== null && offered.some(({ id }) => id === chosen) ? chosen : none
}

/** What is wrong with the third step of electricity: powers, tariff and product (specification, point 5). */
export function contractProblems(answers: ContractAnswers, { selfcons }: Pick<Asked, 'selfcons'>): Problems {
  const { tarifa, tarifaATR, selfconsCode = withoutSelfConsumption, selfcons_attach = [] } = answers
  const hasPanels = selfconsCode !== withoutSelfConsumption
  return {
    ...powerProblems(answers),
    ...problemIf(!tarifaATR || tarifaATR < 0, 'tarifaATR', 'required'),
    ...problemIf(!tarifa || tarifa < 0, 'tarifa', 'product_required'),
    ...problemIf(hasPanels && !selfcons.enabled, 'selfconsCode', 'self_consumption_off'),
    ...problemIf(
      hasPanels && selfcons.enabled && selfcons.requireDocumentation && selfcons_attach.length === 0,
      'selfcons_attach',
      'self_consumption_papers_required',
    ),
  }
}

function powerProblems(answers: ContractAnswers): Problems {
  const hasSix = needsSixPowers(answers)
  const problems = powerNames.slice(0, hasSix ? 6 : 2).map((name, index) => {
    const own = ownProblem(name, answers[name], index < 2 ? leastPowerWatts : 1)
    if (!hasSix || index === 0 || Object.keys(own).length > 0) return own
    // Of six powers none is lower than the one before, the second no more than the others.
    const before = answers[powerNames[index - 1]!]
    return problemIf(watts(answers[name]) < watts(before), name, 'power_lower_than_previous')
  })
  return Object.assign({}, ...problems)
}

function ownProblem(name: string, kw: number | null | undefined, least: number): Problems {
  if (kw === null || kw === undefined || kw === 0) return { [name]: 'power_required' }
  return problemIf(watts(kw) < least, name, 'power_too_low')
}

/** Whole watts: 15.0001 kW are refused by the wire's shape, which has three decimals. */
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

/** What is wrong with the third step of gas (specification, point 5, gas). */
export function gasContractProblems(answers: GasContractAnswers, asked: Asked, supply: Supply): Problems {
  const { cups, active_contract, change_owner, comer_origin, tarifa, tarifaATR, invoice = [] } = answers
  const isSupplied = active_contract === true
  return {
    ...cupsProblems(cups.name, supply),
    ...problemIf(active_contract === null, 'active_contract', 'required'),
    ...problemIf(isSupplied && typeof change_owner !== 'boolean', 'change_owner', 'required'),
    ...problemIf(asked.selectComerOrigin && isSupplied && !comer_origin, 'comer_origin', 'required'),
    ...problemIf(!tarifaATR || tarifaATR < 0, 'tarifaATR', 'required'),
    ...problemIf(!tarifa || tarifa < 0, 'tarifa', 'product_required'),
    ...problemIf(asked.invoiceRequired && isSupplied && invoice.length === 0, 'invoice', 'invoice_required'),
    ...problemIf(invoice.length > mostInvoices, 'invoice', `too_many_files:${mostInvoices}`),
  }
}

/** What is wrong with a promotional code before it is sent: the same once more. */
export function promotionalCodeProblem(typed: string, applied: string | null): 'promocode_already_applied' | null {
  const isSame = !isBlank(typed) && typed.trim().toUpperCase() === applied?.trim().toUpperCase()
  return isSame ? 'promocode_already_applied' : null
}
