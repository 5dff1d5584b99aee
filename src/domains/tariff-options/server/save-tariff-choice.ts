import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { createChangeRequest } from '#domains/changes/server/change-requests.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { contentVersionOf, requireExpectedVersion } from '#kit/server/content-version.ts'
import { formatDay } from '#vocabulary/format.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  type Choice,
  computeChoiceStart,
  type DoubleTariff,
  type HappyDay,
  type HappyHours,
  isSameChoice,
  listDoubleTariffChoices,
  listHappyDayChoices,
  listHappyHourChoices,
  type OptionKind,
} from '../rules.ts'
import { findChoices, lockChoices, type OfferedOption, type StoredTariffChoice, storeChoice } from './store.ts'

/** Returns what a contract can choose now. */
export async function listChoices(db: Kysely<DB>, option: OfferedOption, now: Date): Promise<Choice[]> {
  const { kind, unitCount } = option
  if (kind === 'happy_hours') return listHappyHourChoices(unitCount)
  if (kind === 'happy_day') return listHappyDayChoices()
  const today = marketDayOf(now, 'Europe/Madrid')
  const begun = (await findChoices(db, option)).find(({ startsOn }) => startsOn <= today)
  return listDoubleTariffChoices({ monthCount: unitCount, today, begunOn: begun?.startsOn ?? null })
}

type ChoiceRequest = { requested: Choice; seen: string | undefined; actor: CustomerActor; requestId: string; now: Date }

/**
 * Saves a choice, with the request that the holder can follow and the notification.
 * @returns why it cannot be chosen, if that is the case.
 */
export async function saveTariffChoice(
  db: Kysely<DB>,
  option: OfferedOption,
  { requested, seen, actor: { userId, locale }, requestId, now }: ChoiceRequest,
): Promise<'option_not_available' | 'option_unchanged' | null> {
  const { kind, customerId, contractId, name, takesEffect } = option
  const [latest] = await findChoices(db, option)
  if (latest && isSameChoice(kind, latest.choice, requested)) return 'option_unchanged'
  const choice = (await listChoices(db, option, now)).find((offered) => isSameChoice(kind, offered, requested))
  if (!choice) return 'option_not_available'

  const today = marketDayOf(now, 'Europe/Madrid')
  const startsOn = computeChoiceStart(kind, choice, { today, takesEffect })
  await db.transaction().execute(async (transaction) => {
    const [current] = await lockChoices(transaction, option)
    requireExpectedVersion(seen, {
      ...current?.choice,
      valid_from: current?.startsOn ?? null,
      version: choiceVersionOf(current),
    })
    await storeChoice(transaction, { option, choice, startsOn, today, userId, now })
    const details = { ...choice, valid_from: startsOn }
    await createChangeRequest(transaction, {
      customerId,
      contractId,
      kind,
      details,
      state: 'done',
      userId,
      requestId,
      now,
    })
    const message = {
      kind: `tariff-options.${mailKinds[kind]}`,
      values: { contract: name, day: formatDay(startsOn, locale), ...messageValuesFor(kind, choice) },
      link: tariffAddress(name),
    } as const
    await queueMessage(transaction, { ...message, userId, customerId, contractId }, now)
  })
  return null
}

/** Returns the version of the latest choice of a contract for a kind, or of no choice. */
export function choiceVersionOf(latest: StoredTariffChoice | undefined): string {
  return contentVersionOf(latest ? [latest.choice, latest.startsOn] : null)
}

const mailKinds = {
  double_tariff: 'doubleTariffChosen',
  happy_hours: 'happyHoursChosen',
  happy_day: 'happyDayChosen',
} as const satisfies Record<OptionKind, string>

/** Returns the values of a choice for its notification. */
function messageValuesFor(kind: OptionKind, choice: Choice): Record<string, string> {
  if (kind === 'happy_day') return { weekday: String((choice as HappyDay).value) }
  if (kind === 'happy_hours') {
    const { startHour, endHour } = choice as HappyHours
    return { from: twoDigits(startHour), to: twoDigits(endHour) }
  }
  const { startMonth, startYear, endMonth, endYear } = choice as DoubleTariff
  return { from: `${twoDigits(startMonth)}/${startYear}`, to: `${twoDigits(endMonth)}/${endYear}` }
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** Returns the address of a contract's options, in key form. */
function tariffAddress(name: string): `/${string}` {
  return `/contracts/electricity/${encodeURIComponent(name)}/tariff`
}
