import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { parseId } from '#kit/parse-id.ts'
import type { Refuse, Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  chooseDoubleTariff,
  chooseHappyDay,
  chooseHappyHours,
  listDoubleTariffs,
  listHappyDays,
  listHappyHours,
  readDoubleTariff,
  readHappyDay,
  readHappyHours,
} from '../api.ts'
import { type ChoiceOf, type OptionKind, settingOf } from '../rules.ts'
import { readOfferJson } from './read-offer.ts'
import { type ChoiceInput, choiceVersionOf, saveTariffChoice } from './save-tariff-choice.ts'
import { findChoices, findOfferedOption, type OfferedOption } from './store.ts'

type TariffOptionRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  /** Returns the name of a day of the week, Monday 1 to Sunday 7. */
  weekdayName: (weekday: number, locale: Locale) => string
}

type RefuseChoice = Refuse<typeof chooseDoubleTariff> | Refuse<typeof chooseHappyHours> | Refuse<typeof chooseHappyDay>

/** Registers the calls for the tariff options of customers, and for what they can choose. */
export function tariffOptionRoutes({ serve, db, settings, clock, weekdayName }: TariffOptionRouteDeps) {
  /** Finds the option of a customer's own contract; not found if the retailer or the product does not offer it. */
  const optionFinder =
    (kind: OptionKind) =>
    async ({ actor: { customerIds }, params }: { actor: CustomerActor; params: { contractId: string } }) => {
      const isOffered = settings.now().features[settingOf[kind]]
      const contractId = parseId(params.contractId)
      if (!isOffered || contractId === undefined) return undefined
      const today = marketDayOf(clock(), 'Europe/Madrid')
      return findOfferedOption(db, { customerIds, contractId, kind, today })
    }

  /** Saves a choice. @throws the refusal, at the field of the form that shows it. */
  async function save(
    option: OfferedOption,
    input: Omit<ChoiceInput, 'now'>,
    { field, refuse }: { field: string; refuse: RefuseChoice },
  ) {
    const code = await saveTariffChoice(db, option, { ...input, now: clock() })
    if (code) throw refuse(code, { fields: { [field]: [code] } })
  }

  async function findLatest<Kind extends OptionKind>(option: OfferedOption) {
    const [stored] = await findChoices(db, option)
    const choice = (stored?.choice ?? null) as ChoiceOf[Kind] | null
    return { choice, valid_from: stored?.startsOn ?? null, version: choiceVersionOf(stored) }
  }

  async function presentDoubleTariff(option: OfferedOption) {
    const { choice, valid_from, version } = await findLatest<'double_tariff'>(option)
    return { ...(choice ?? { startMonth: null, startYear: null, endMonth: null, endYear: null }), valid_from, version }
  }
  serve(readDoubleTariff, { find: optionFinder('double_tariff'), act: ({ subject }) => presentDoubleTariff(subject) })
  serve(listDoubleTariffs, {
    find: optionFinder('double_tariff'),
    act: ({ subject }) => readOfferJson(db, subject, { now: clock() }),
  })
  serve(chooseDoubleTariff, {
    find: optionFinder('double_tariff'),
    permit: requireActive,
    async act({ actor, body: { version: seen, ...requested }, subject, request }, refuse) {
      const input = { requested, seen, userId: actor.userId, requestId: request.id }
      await save(subject, input, { field: 'startMonth', refuse })
      return presentDoubleTariff(subject)
    },
  })

  async function presentHappyHours(option: OfferedOption) {
    const { choice, valid_from, version } = await findLatest<'happy_hours'>(option)
    return { ...(choice ?? { startHour: null, endHour: null }), valid_from, version }
  }
  serve(readHappyHours, { find: optionFinder('happy_hours'), act: ({ subject }) => presentHappyHours(subject) })
  serve(listHappyHours, {
    find: optionFinder('happy_hours'),
    act: ({ subject }) => readOfferJson(db, subject, { now: clock() }),
  })
  serve(chooseHappyHours, {
    find: optionFinder('happy_hours'),
    permit: requireActive,
    async act({ actor, body: { version: seen, ...requested }, subject, request }, refuse) {
      const input = { requested, seen, userId: actor.userId, requestId: request.id }
      await save(subject, input, { field: 'startHour', refuse })
      return presentHappyHours(subject)
    },
  })

  async function presentHappyDay(option: OfferedOption, locale: Locale) {
    const { choice, valid_from, version } = await findLatest<'happy_day'>(option)
    return { value: choice?.value ?? null, label: choice && weekdayName(choice.value, locale), valid_from, version }
  }
  serve(readHappyDay, {
    find: optionFinder('happy_day'),
    act: ({ subject, actor: { locale } }) => presentHappyDay(subject, locale),
  })
  serve(listHappyDays, {
    find: optionFinder('happy_day'),
    act: ({ subject, actor: { locale } }) =>
      readOfferJson(db, subject, { now: clock(), labelOf: (weekday) => weekdayName(weekday, locale) }),
  })
  serve(chooseHappyDay, {
    find: optionFinder('happy_day'),
    permit: requireActive,
    async act({ actor, body: { value, version: seen }, subject, request }, refuse) {
      const input = { requested: { value }, seen, userId: actor.userId, requestId: request.id }
      await save(subject, input, { field: 'value', refuse })
      return presentHappyDay(subject, actor.locale)
    },
  })
}

function requireActive({ state }: OfferedOption, refuse: (code: 'contract_not_active') => Error) {
  if (state !== 'activa') throw refuse('contract_not_active')
}
