import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '#kit/call.ts'
import type { Send } from '#kit/web/send.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { listHappyDays, readHappyDay } from '../api.ts'
import { type Choice, type ChoiceOf, choiceKeyOf, type OptionKind } from '../rules.ts'
import type { UnitUsage } from '../usage.ts'

// The calls with their schemas are loaded on demand; the first page includes its data.
const api = () => import('../api.ts')

/** One of the choices on offer. The label names a day of the week, as the API does. */
export type OfferedChoice = {
  key: string
  choice: Choice
  label?: string
  startsOn: MarketDay | null
  savingCents: Cents | null
}

/** The choices of a kind of option, the current one, and the usage to choose by. */
export type OptionModel = {
  kind: OptionKind
  /** Null if a server does not return it. */
  discountPercent: number | null
  /** The number of consecutive months, hours or days. */
  unitCount: number
  choices: OfferedChoice[]
  currentChoice: { key: string; choice: Choice; label?: string; startsOn: MarketDay | null } | null
  usage: UnitUsage[]
  measuredDays: number
  /** The version of the current choice. */
  version: string | undefined
}

/** Query for the choices of a kind of option that a contract has, and the current one. */
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
    const [offer, current] = await Promise.all([send(listDoubleTariffs, request), send(readDoubleTariff, request)])
    return parseOption(kind, offer, current)
  }
  if (kind === 'happy_hours') {
    const [offer, current] = await Promise.all([send(listHappyHours, request), send(readHappyHours, request)])
    return parseOption(kind, offer, current)
  }
  const [offer, current] = await Promise.all([send(listHappyDays, request), send(readHappyDay, request)])
  return parseOption(kind, offer, current)
}

type WireItem = Choice & { valid_from?: string; saving: number | null; label?: string }
type WireOffer = Omit<Reply<typeof listHappyDays>, 'items'> & { items: WireItem[] }
type WireCurrent = Pick<Reply<typeof readHappyDay>, 'valid_from' | 'version'> & {
  label?: string | null
  [member: string]: unknown
}

function parseOption(kind: OptionKind, offer: WireOffer, current: WireCurrent): OptionModel {
  const { valid_from, label, version, ...chosen } = current
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
    currentChoice: Object.values(chosen).includes(null)
      ? null
      : { key: choiceKeyOf(kind, choice), choice, label: label ?? undefined, startsOn: valid_from ?? null },
    usage: offer.usage.map(({ value, energy }) => ({
      unit: value,
      wh: energy === null ? null : Math.round(energy * 1000),
    })),
    measuredDays: offer.days_measured,
    version,
  }
}
