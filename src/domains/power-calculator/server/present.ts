import type { ContractToChange } from '#domains/changes/server/find-contract.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import { billsExcess, marginPercent } from '../advice-rules.ts'
import type { PowerAdvice } from '../api.ts'
import type { Advice } from './advise.ts'

export function presentAdvice(
  { tariff, powerWatts }: Pick<ContractToChange, 'tariff' | 'powerWatts'>,
  { measured, days, advised, verdict, savingCents, rightsCents, isWithoutTax }: Advice,
): PowerAdvice {
  return {
    tariff,
    days,
    periods: powerWatts.map((watts, place) => {
      const highest = measured.find((each) => each.place === place)
      return {
        period: `P${place + 1}`,
        contracted: kilowatts(watts),
        measured: highest ? kilowatts(highest.watts) : null,
        minutes: highest?.minutes ?? null,
        date: highest?.day ?? null,
        margin: highest ? marginPercent(highest.minutes) : null,
        advised: advised[place] === undefined ? null : kilowatts(advised[place]),
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
