import type { Database } from '#db/database.ts'
import type { HighestPower } from '#domains/changes/measured-power.ts'
import { powerCosts, powerYearCents } from '#domains/changes/power-costs.ts'
import { findPowerPrices } from '#domains/changes/server/contract-terms-store.ts'
import type { ContractToChange } from '#domains/changes/server/contract-to-change.ts'
import { findMeasuredPower } from '#domains/changes/server/find-measured-power.ts'
import { readPowerTermsOfDay } from '#domains/changes/server/read-power-terms.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { chooseVerdict, computeLowestPowers, computeNeededWatts, minDays, type Verdict } from '../advice-rules.ts'

export type Advice = {
  measured: HighestPower[]
  days: number
  /** Watts, P1 first; empty if too little was measured. */
  advised: number[]
  verdict: Verdict
  savingCents: Cents | null
  rightsCents: Cents | null
  isWithoutTax: boolean
}

/** Returns advice on the contracted powers of a contract, from its curve of the last twelve months. */
export async function adviseOnPower(db: Database, contract: ContractToChange, day: MarketDay): Promise<Advice> {
  const { powerWatts: present } = contract
  const { highest: measured, days } = await findMeasuredPower(db, { ...contract, day })
  const { charges, previousPeakWatts } = await readPowerTermsOfDay(db, contract, day)
  const isWithoutTax = charges.electricityTaxPercent === null || charges.tax === null
  const empty = { measured, days, advised: [], savingCents: null, rightsCents: null, isWithoutTax }
  const prices = await findPowerPrices(db, { ...contract, day })
  if (days < minDays || measured.length === 0 || !prices) return { ...empty, verdict: 'unmeasured' }

  const advised = computeLowestPowers(computeNeededWatts(measured, present.length), present)
  const taxed = {
    ...prices,
    electricityTaxPercent: charges.electricityTaxPercent,
    taxPercent: charges.tax?.percent ?? null,
  }
  const savingCents = powerYearCents(present, taxed) - powerYearCents(advised, taxed)
  const rightsCents = powerCosts({ requested: advised, present, previousPeakWatts }, charges).totalCents
  const verdict = chooseVerdict({ measured, days, present, savingCents, rightsCents })
  return { measured, days, advised, verdict, savingCents, rightsCents, isWithoutTax }
}
