import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { requestChange } from '#domains/changes/server/change-requests.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { requireSeen, versionOf } from '#kit/server/content-version.ts'
import { formatDay } from '#vocabulary/format.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  type Choice,
  type DoubleTariff,
  doubleTariffsOnOffer,
  type HappyDay,
  type HappyHours,
  happyDaysOnOffer,
  happyHoursOnOffer,
  isSameChoice,
  type OptionKind,
  startOfChoice,
} from '../rules.ts'
import { findChoices, holdChoices, type KeptChoice, keepChoice, type OfferedOption } from './store.ts'

/** What a contract can choose now. */
export async function choicesOnOffer(db: Kysely<DB>, option: OfferedOption, now: Date): Promise<Choice[]> {
  const { kind, unitCount } = option
  if (kind === 'happy_hours') return happyHoursOnOffer(unitCount)
  if (kind === 'happy_day') return happyDaysOnOffer()
  const today = marketDayOf(now, 'Europe/Madrid')
  const begun = (await findChoices(db, option)).find(({ startsOn }) => startsOn <= today)
  return doubleTariffsOnOffer({ monthCount: unitCount, today, begunOn: begun?.startsOn ?? null })
}

type Wish = { wanted: Choice; seen: string | undefined; actor: CustomerActor; requestId: string; now: Date }

/**
 * Keeps a choice, with the request that the holder can follow and the message that tells them.
 * @returns why not, where it cannot be chosen.
 */
export async function choose(
  db: Kysely<DB>,
  option: OfferedOption,
  { wanted, seen, actor: { userId, locale }, requestId, now }: Wish,
): Promise<'option_not_available' | 'option_unchanged' | null> {
  const { kind, customerId, contractId, name, takesEffect } = option
  const [latest] = await findChoices(db, option)
  if (latest && isSameChoice(kind, latest.choice, wanted)) return 'option_unchanged'
  const choice = (await choicesOnOffer(db, option, now)).find((offered) => isSameChoice(kind, offered, wanted))
  if (!choice) return 'option_not_available'

  const today = marketDayOf(now, 'Europe/Madrid')
  const startsOn = startOfChoice(kind, choice, { today, takesEffect })
  await db.transaction().execute(async (transaction) => {
    const [present] = await holdChoices(transaction, option)
    requireSeen(seen, { ...present?.choice, valid_from: present?.startsOn ?? null, version: choiceVersion(present) })
    await keepChoice(transaction, { option, choice, startsOn, today, userId, now })
    const details = { ...choice, valid_from: startsOn }
    await requestChange(transaction, { customerId, contractId, kind, details, state: 'done', userId, requestId, now })
    const message = {
      kind: `tariff-options.${mails[kind]}`,
      values: { contract: name, day: formatDay(startsOn, locale), ...wordsFor(kind, choice) },
      link: tariffAddress(name),
    } as const
    await queueMessage(transaction, { ...message, userId, customerId, contractId }, now)
  })
  return null
}

/** The version of what a contract has chosen last of a kind, or of nothing. */
export function choiceVersion(latest: KeptChoice | undefined): string {
  return versionOf(latest ? [latest.choice, latest.startsOn] : null)
}

const mails = {
  double_tariff: 'doubleTariffChosen',
  happy_hours: 'happyHoursChosen',
  happy_day: 'happyDayChosen',
} as const satisfies Record<OptionKind, string>

/** What the message about a choice says of it. */
function wordsFor(kind: OptionKind, choice: Choice): Record<string, string> {
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

/** Where a contract's choices are made, in key form. */
function tariffAddress(name: string): `/${string}` {
  return `/contracts/electricity/${encodeURIComponent(name)}/tariff`
}
