import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { createChangeRequest } from '#domains/changes/server/change-requests.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { contentVersionOf, requireExpectedVersion } from '#kit/server/content-version.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type Choice, computeChoiceStart, type DatedChoice, isSameChoice, listAvailableChoices } from '../rules.ts'
import { choiceMessageOf } from './choice-message.ts'
import { lockChoices, type OfferedOption, storeChoice } from './store.ts'

export type ChoiceInput = {
  requested: Choice
  /** The version of the latest choice, as the user saw it. */
  seen: string | undefined
  userId: number
  requestId: string
  now: Date
}

/**
 * Saves a choice, with the request that the holder can follow and the notification. Returns why it cannot be chosen, or
 * null once it is saved. The contract is locked first, so that a choice that is sent twice is saved once.
 * @throws Refused `changed_meanwhile` when the latest choice is not the one that the user saw.
 */
export function saveTariffChoice(
  db: Kysely<DB>,
  option: OfferedOption,
  { requested, seen, userId, requestId, now }: ChoiceInput,
): Promise<'option_not_available' | 'option_unchanged' | null> {
  const { kind, customerId, contractId, unitCount, takesEffect } = option
  const today = marketDayOf(now, 'Europe/Madrid')
  return db.transaction().execute(async (transaction) => {
    const choices = await lockChoices(transaction, option)
    const [latest] = choices
    if (latest && isSameChoice(kind, latest.choice, requested)) return 'option_unchanged'
    const available = listAvailableChoices({ kind, unitCount, choices, today })
    const choice = available.find((each) => isSameChoice(kind, each, requested))
    if (!choice) return 'option_not_available'
    const version = choiceVersionOf(latest)
    requireExpectedVersion(seen, { ...latest?.choice, valid_from: latest?.startsOn ?? null, version })

    const startsOn = computeChoiceStart(kind, choice, { today, takesEffect })
    await storeChoice(transaction, { option, choice, startsOn, today, userId, now })
    await createChangeRequest(transaction, {
      ...{ customerId, contractId, kind, userId, requestId, now },
      details: { ...choice, valid_from: startsOn },
      state: 'done',
    })
    await queueMessage(transaction, choiceMessageOf(option, { choice, startsOn }, userId), now)
    return null
  })
}

/** Returns the version of the latest choice of a contract for a kind, or of no choice. */
export function choiceVersionOf(latest: DatedChoice | undefined): string {
  return contentVersionOf(latest ? [latest.choice, latest.startsOn] : null)
}
