import type { NewMessage } from '#domains/messages/server/queue-message.ts'
import type { Choice, DatedChoice, DoubleTariff, HappyDay, HappyHours, OptionKind } from '../rules.ts'
import type { OfferedOption } from './store.ts'

/** Returns the notification of a choice, for the user who made it. */
export function choiceMessageOf(
  { kind, name, customerId, contractId }: OfferedOption,
  { choice, startsOn }: DatedChoice,
  userId: number,
): NewMessage {
  return {
    kind: messageKinds[kind],
    values: { contract: name, day: startsOn, ...valuesOf(kind, choice) },
    link: `/contracts/electricity/${encodeURIComponent(name)}/tariff`,
    userId,
    customerId,
    contractId,
  }
}

const messageKinds = {
  double_tariff: 'tariff-options.doubleTariffChosen',
  happy_hours: 'tariff-options.happyHoursChosen',
  happy_day: 'tariff-options.happyDayChosen',
} as const satisfies Record<OptionKind, string>

function valuesOf(kind: OptionKind, choice: Choice): Record<string, string> {
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
