import type { Database } from '#db/database.ts'
import type { HighestPower } from '#domains/changes/highest-powers.ts'
import { powerCosts, powerYearCents } from '#domains/changes/power-costs.ts'
import { connectionCharges } from '#domains/changes/server/charges.ts'
import type { ContractToChange } from '#domains/changes/server/find-contract.ts'
import { findMeasuredPower } from '#domains/changes/server/highest-powers.ts'
import { findHeldPower, findPowerPrices } from '#domains/changes/server/store.ts'
import { knownFigures } from '#domains/figures/server/known-figures.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { fewestDays, lowestPowers, neededWatts, type Verdict, verdictOf } from '../advice-rules.ts'

export type Advice = {
  measured: HighestPower[]
  days: number
  /** Watts, P1 first; none where too little was measured. */
  advised: number[]
  verdict: Verdict
  savingCents: Cents | null
  rightsCents: Cents | null
  isWithoutTax: boolean
}

/** What the contracted powers of a contract should be, by what its curve has told in the last twelve months. */
export async function advise(db: Database, contract: ContractToChange, day: MarketDay): Promise<Advice> {
  const { supply, powerWatts: present } = contract
  const { highest: measured, days } = await findMeasuredPower(db, { ...contract, day })
  const charges = connectionCharges(supply.zone, day, await knownFigures(db))
  const isWithoutTax = charges.electricityTaxPercent === null || charges.tax === null
  const nothing = { measured, days, advised: [], savingCents: null, rightsCents: null, isWithoutTax }
  const prices = await findPowerPrices(db, { ...contract, day })
  if (days < fewestDays || measured.length === 0 || !prices) return { ...nothing, verdict: 'unmeasured' }

  const advised = lowestPowers(neededWatts(measured, present.length), present)
  const taxed = {
    ...prices,
    electricityTaxPercent: charges.electricityTaxPercent,
    taxPercent: charges.tax?.percent ?? null,
  }
  const savingCents = powerYearCents(present, taxed) - powerYearCents(advised, taxed)
  const heldWatts = await findHeldPower(db, { pointId: supply.pointId, present, day })
  const rightsCents = powerCosts({ asked: advised, present, heldWatts }, charges).totalCents
  const verdict = verdictOf({ measured, days, present, savingCents, rightsCents })
  return { measured, days, advised, verdict, savingCents, rightsCents, isWithoutTax }
}
