import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { type Choice, type ChoiceOf, keyOf, type OptionKind } from '../rules.ts'
import type { UsedInUnit } from '../saving.ts'

const api = () => import('../api.ts')

/** One choice of several. The label is that of the wire, for the days of the week. */
export type OfferedChoice = {
  key: string
  choice: Choice
  label?: string
  startsOn: MarketDay | null
  savingCents: Cents | null
}

/** What may be chosen of a kind, what is, and the use by which it is chosen. */
export type ReadOption = {
  kind: OptionKind
  /** Null where a server does not tell. */
  discountPercent: number | null
  /** Months, hours or days in a row. */
  unitCount: number
  choices: OfferedChoice[]
  present: { key: string; choice: Choice; label?: string; startsOn: MarketDay | null } | null
  use: UsedInUnit[]
  measuredDays: number
  /** Of what is chosen. */
  version: string | undefined
}

/** What may be chosen of a kind by a contract, and what is. */
export function optionQuery(send: Send, kind: OptionKind, contractId: number) {
  return queryOptions({
    queryKey: ['tariff-options', contractId, kind],
    queryFn: ({ signal }): Promise<ReadOption> => readOption(send, kind, contractId, signal),
  })
}

type SentChoice = { kind: OptionKind; contractId: number; choice: Choice; version: string | undefined }

/** Chooses for a contract. @throws Refused */
export async function sendChoice(send: Send, { kind, contractId, choice, version }: SentChoice) {
  const { chooseDoubleTariff, chooseHappyDay, chooseHappyHours } = await api()
  const params = { contractId: String(contractId) }
  if (kind === 'double_tariff')
    await send(chooseDoubleTariff, { params, body: { ...(choice as ChoiceOf[typeof kind]), version } })
  else if (kind === 'happy_hours')
    await send(chooseHappyHours, { params, body: { ...(choice as ChoiceOf[typeof kind]), version } })
  else await send(chooseHappyDay, { params, body: { ...(choice as ChoiceOf[typeof kind]), version } })
}

async function readOption(send: Send, kind: OptionKind, contractId: number, signal: AbortSignal): Promise<ReadOption> {
  const { listDoubleTariffs, listHappyDays, listHappyHours, readDoubleTariff, readHappyDay, readHappyHours } =
    await api()
  const asked = { params: { contractId: String(contractId) }, signal }
  if (kind === 'double_tariff') {
    const [offer, present] = await Promise.all([send(listDoubleTariffs, asked), send(readDoubleTariff, asked)])
    return read(kind, offer, present)
  }
  if (kind === 'happy_hours') {
    const [offer, present] = await Promise.all([send(listHappyHours, asked), send(readHappyHours, asked)])
    return read(kind, offer, present)
  }
  const [offer, present] = await Promise.all([send(listHappyDays, asked), send(readHappyDay, asked)])
  return read(kind, offer, present)
}

type WireItem = Choice & { valid_from?: string; saving: number | null; label?: string }
type WireOffer = {
  items: WireItem[]
  discount_percentage?: number
  unit_count: number
  usage: { value: number; energy: number | null }[]
  days_measured: number
}
type WirePresent = {
  valid_from?: string | null
  label?: string | null
  version?: string | undefined
  [member: string]: unknown
}

function read(kind: OptionKind, offer: WireOffer, present: WirePresent): ReadOption {
  const { valid_from, label, version, ...chosen } = present
  const choice = chosen as Choice
  return {
    kind,
    discountPercent: offer.discount_percentage ?? null,
    unitCount: offer.unit_count,
    choices: offer.items.map(({ valid_from: startsOn, saving, label, ...item }) => ({
      key: keyOf(kind, item),
      choice: item,
      label,
      startsOn: startsOn ?? null,
      savingCents: saving === null ? null : Math.round(saving * 100),
    })),
    present: Object.values(chosen).includes(null)
      ? null
      : { key: keyOf(kind, choice), choice, label: label ?? undefined, startsOn: valid_from ?? null },
    use: offer.usage.map(({ value, energy }) => ({
      unit: value,
      wh: energy === null ? null : Math.round(energy * 1000),
    })),
    measuredDays: offer.days_measured,
    version,
  }
}
