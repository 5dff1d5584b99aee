import type { ContractToChange } from '#domains/changes/server/contract-to-change.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import { billsExcess, marginPercent } from '../advice-rules.ts'
import type { PowerAdvice } from '../api.ts'
import type { Advice } from './advise-on-power.ts'

export function presentAdvice(
  { tariff, powerWatts }: Pick<ContractToChange, 'tariff' | 'powerWatts'>,
  { measured, days, advised, verdict, savingCents, rightsCents, isWithoutTax }: Advice,
): PowerAdvice {
  return {
    tariff,
    days,
    periods: powerWatts.map((watts, periodIndex) => {
      const highest = measured.find((each) => each.periodIndex === periodIndex)
      return {
        period: `P${periodIndex + 1}`,
        contracted: kilowatts(watts),
        measured: highest ? kilowatts(highest.watts) : null,
        minutes: highest?.minutes ?? null,
        date: highest?.day ?? null,
        margin: highest ? marginPercent(highest.minutes) : null,
        advised: advised[periodIndex] === undefined ? null : kilowatts(advised[periodIndex]),
      }
    }),
    verdict,
    saving: savingCents === null ? null : Number(decimalFromCents(savingCents)),
    rights: rightsCents === null ? null : Number(decimalFromCents(rightsCents)),
    without_tax: isWithoutTax,
    bills_excess: billsExcess(tariff),
  }
}

function kilowatts(watts: number): number {
  return Number(kwFromWatts(watts))
}
