import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { JsonText } from '#kit/server/reply.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import { computeChoiceStart, type HappyDay } from '../rules.ts'
import { computeSavingCents, countMeasuredDays, sumUseByUnit } from '../saving.ts'
import { readYearOfUse } from './read-year-of-use.ts'
import { listChoices } from './save-tariff-choice.ts'
import type { OfferedOption } from './store.ts'

/**
 * Returns what a contract can choose, what each choice would have saved, and the usage to choose by, as the reply's
 * JSON.
 */
export async function offerAsJson(
  db: Kysely<DB>,
  option: OfferedOption,
  { now, labelOf }: { now: Date; labelOf?: (weekday: number) => string },
): Promise<JsonText> {
  const { kind, discountPercent, unitCount, takesEffect } = option
  const today = marketDayOf(now, 'Europe/Madrid')
  const [choices, { hours, priceOf }] = await Promise.all([
    listChoices(db, option, now),
    readYearOfUse(db, { ...option, now }),
  ])
  const items = choices.map((choice) => {
    const cents = computeSavingCents({ kind, choice, hours, priceOf, discountPercent })
    return {
      ...choice,
      ...(labelOf && { label: labelOf((choice as HappyDay).value) }),
      valid_from: computeChoiceStart(kind, choice, { today, takesEffect }),
      saving: cents === null ? null : Number(decimalFromCents(cents)),
    }
  })
  const usage = sumUseByUnit(kind, hours).map(({ unit, wh }) => ({
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
