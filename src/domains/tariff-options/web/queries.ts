import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { type Choice, type ChoiceOf, choiceKeyOf, type OptionKind } from '../rules.ts'
import type { UsedInUnit } from '../saving.ts'

const api = () => import('../api.ts')

/** One of several choices. The label is the API's, for the days of the week. */
export type OfferedChoice = {
  key: string
  choice: Choice
  label?: string
  startsOn: MarketDay | null
  savingCents: Cents | null
}

/** The options of a kind, the current choice, and the usage to choose by. */
export type OptionModel = {
  kind: OptionKind
  /** Null if a server does not return it. */
  discountPercent: number | null
  /** The number of consecutive months, hours or days. */
  unitCount: number
  choices: OfferedChoice[]
  present: { key: string; choice: Choice; label?: string; startsOn: MarketDay | null } | null
  use: UsedInUnit[]
  measuredDays: number
  /** The version of the current choice. */
  version: string | undefined
}

/** Queries the options of a kind for a contract, and its current choice. */
export function optionQuery(send: Send, kind: OptionKind, contractId: number) {
  return queryOptions({
    queryKey: ['tariff-options', contractId, kind],
    queryFn: ({ signal }): Promise<OptionModel> => fetchOption(send, kind, contractId, signal),
  })
}

type ChoiceInput = { kind: OptionKind; contractId: number; choice: Choice; version: string | undefined }

/** Sends the choice of a contract. @throws Refused */
export async function sendChoice(send: Send, { kind, contractId, choice, version }: ChoiceInput) {
  const { chooseDoubleTariff, chooseHappyDay, chooseHappyHours } = await api()
  const params = { contractId: String(contractId) }
  if (kind === 'double_tariff')
    await send(chooseDoubleTariff, { params, body: { ...(choice as ChoiceOf[typeof kind]), version } })
  else if (kind === 'happy_hours')
    await send(chooseHappyHours, { params, body: { ...(choice as ChoiceOf[typeof kind]), version } })
  else await send(chooseHappyDay, { params, body: { ...(choice as ChoiceOf[typeof kind]), version } })
}

async function fetchOption(
  send: Send,
  kind: OptionKind,
  contractId: number,
  signal: AbortSignal,
): Promise<OptionModel> {
  const { listDoubleTariffs, listHappyDays, listHappyHours, readDoubleTariff, readHappyDay, readHappyHours } =
    await api()
  const request = { params: { contractId: String(contractId) }, signal }
  if (kind === 'double_tariff') {
    const [offer, present] = await Promise.all([send(listDoubleTariffs, request), send(readDoubleTariff, request)])
    return parseOption(kind, offer, present)
  }
  if (kind === 'happy_hours') {
    const [offer, present] = await Promise.all([send(listHappyHours, request), send(readHappyHours, request)])
    return parseOption(kind, offer, present)
  }
  const [offer, present] = await Promise.all([send(listHappyDays, request), send(readHappyDay, request)])
  return parseOption(kind, offer, present)
}

type WireItem = Choice & { valid_from?: string; saving: number | null; label?: string }
type WireOffer = {
  items: WireItem[]
  discount_percentage?: number
  unit_count: number
  usage: { value: number; energy: number | null }[]
  days_measured: number
}
type WireCurrent = {
  valid_from?: string | null
  label?: string | null
  version?: string | undefined
  [member: string]: unknown
}

function parseOption(kind: OptionKind, offer: WireOffer, present: WireCurrent): OptionModel {
  const { valid_from, label, version, ...chosen } = present
  const choice = chosen as Choice
  return {
    kind,
    discountPercent: offer.discount_percentage ?? null,
    unitCount: offer.unit_count,
    choices: offer.items.map(({ valid_from: startsOn, saving, label, ...item }) => ({
      key: choiceKeyOf(kind, item),
      choice: item,
      label,
      startsOn: startsOn ?? null,
      savingCents: saving === null ? null : Math.round(saving * 100),
    })),
    present: Object.values(chosen).includes(null)
      ? null
      : { key: choiceKeyOf(kind, choice), choice, label: label ?? undefined, startsOn: valid_from ?? null },
    use: offer.usage.map(({ value, energy }) => ({
      unit: value,
      wh: energy === null ? null : Math.round(energy * 1000),
    })),
    measuredDays: offer.days_measured,
    version,
  }
}
