import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { JsonText } from '#kit/server/reply.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import { computeChoiceStart, type HappyDay, listAvailableChoices } from '../rules.ts'
import { computeSavingCents } from '../saving.ts'
import { computeUsageByUnit, countMeasuredDays } from '../usage.ts'
import { readYearOfUsage } from './read-year-of-usage.ts'
import { findChoices, type OfferedOption } from './store.ts'

/**
 * Reads what a contract can choose, what each choice would have saved, and the usage to choose by. Returns the JSON of
 * the reply, whose items depend on the kind.
 */
export async function readOfferJson(
  db: Kysely<DB>,
  option: OfferedOption,
  { now, labelOf }: { now: Date; labelOf?: (weekday: number) => string },
): Promise<JsonText> {
  const { kind, discountPercent, unitCount, takesEffect } = option
  const today = marketDayOf(now, 'Europe/Madrid')
  const [stored, { hours, priceOf }] = await Promise.all([
    findChoices(db, option),
    readYearOfUsage(db, { ...option, now }),
  ])
  const items = listAvailableChoices({ kind, unitCount, choices: stored, today }).map((choice) => {
    const cents = computeSavingCents({ kind, choice, hours, priceOf, discountPercent })
    return {
      ...choice,
      ...(labelOf && { label: labelOf((choice as HappyDay).value) }),
      valid_from: computeChoiceStart(kind, choice, { today, takesEffect }),
      saving: cents === null ? null : Number(decimalFromCents(cents)),
    }
  })
  const usage = computeUsageByUnit(kind, hours).map(({ unit, wh }) => ({
    value: unit,
    energy: wh === null ? null : Number(kwhFromWh(wh)),
  }))
  return new JsonText(
    JSON.stringify({
      items,
      discount_percentage: Number(discountPercent),
      unit_count: unitCount,
      usage,
      days_measured: countMeasuredDays(hours),
    }),
  )
}
