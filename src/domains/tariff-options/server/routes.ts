import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import type { Serve } from '#kit/server/serve.ts'
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
import { choiceVersion, choose } from './choose.ts'
import { offerAsJson } from './present.ts'
import { findChoices, findOffer, type OfferedOption } from './store.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  /** The name of a day of the week, Monday 1 to Sunday 7. */
  weekdayName: (weekday: number, locale: Locale) => string
}

/** What customers choose of their tariff, and what they could. */
export function tariffOptionRoutes({ serve, db, settings, clock, weekdayName }: Needs) {
  /** The option of a customer's own contract; not found where retailer or product do not offer it. */
  const found =
    (kind: OptionKind) =>
    async ({ actor: { customerIds }, params }: { actor: CustomerActor; params: { contractId: string } }) => {
      const isOffered = settings.now().features[settingOf[kind]]
      if (!isOffered || !/^[1-9]\d{0,8}$/.test(params.contractId)) return undefined
      const today = marketDayOf(clock(), 'Europe/Madrid')
      return findOffer(db, { customerIds, contractId: Number(params.contractId), kind, today })
    }

  async function latest<Kind extends OptionKind>(option: OfferedOption, _kind: Kind) {
    const [kept] = await findChoices(db, option)
    const choice = (kept?.choice ?? null) as ChoiceOf[Kind] | null
    return { choice, valid_from: kept?.startsOn ?? null, version: choiceVersion(kept) }
  }

  async function presentDoubleTariff(option: OfferedOption) {
    const { choice, valid_from, version } = await latest(option, 'double_tariff')
    return { ...(choice ?? { startMonth: null, startYear: null, endMonth: null, endYear: null }), valid_from, version }
  }
  serve(readDoubleTariff, { find: found('double_tariff'), act: ({ subject }) => presentDoubleTariff(subject) })
  serve(listDoubleTariffs, {
    find: found('double_tariff'),
    act: ({ subject }) => offerAsJson(db, subject, { now: clock() }),
  })
  serve(chooseDoubleTariff, {
    find: found('double_tariff'),
    permit: ifActive,
    async act({ actor, body: { version: seen, ...wanted }, subject, request }, refuse) {
      const why = await choose(db, subject, { wanted, seen, actor, requestId: request.id, now: clock() })
      if (why) throw refuse(why, { fields: { startMonth: [why] } })
      return presentDoubleTariff(subject)
    },
  })

  async function presentHappyHours(option: OfferedOption) {
    const { choice, valid_from, version } = await latest(option, 'happy_hours')
    return { ...(choice ?? { startHour: null, endHour: null }), valid_from, version }
  }
  serve(readHappyHours, { find: found('happy_hours'), act: ({ subject }) => presentHappyHours(subject) })
  serve(listHappyHours, {
    find: found('happy_hours'),
    act: ({ subject }) => offerAsJson(db, subject, { now: clock() }),
  })
  serve(chooseHappyHours, {
    find: found('happy_hours'),
    permit: ifActive,
    async act({ actor, body: { version: seen, ...wanted }, subject, request }, refuse) {
      const why = await choose(db, subject, { wanted, seen, actor, requestId: request.id, now: clock() })
      if (why) throw refuse(why, { fields: { startHour: [why] } })
      return presentHappyHours(subject)
    },
  })

  async function presentHappyDay(option: OfferedOption, locale: Locale) {
    const { choice, valid_from, version } = await latest(option, 'happy_day')
    return { value: choice?.value ?? null, label: choice && weekdayName(choice.value, locale), valid_from, version }
  }
  serve(readHappyDay, {
    find: found('happy_day'),
    act: ({ subject, actor: { locale } }) => presentHappyDay(subject, locale),
  })
  serve(listHappyDays, {
    find: found('happy_day'),
    act: ({ subject, actor: { locale } }) =>
      offerAsJson(db, subject, { now: clock(), labelOf: (weekday) => weekdayName(weekday, locale) }),
  })
  serve(chooseHappyDay, {
    find: found('happy_day'),
    permit: ifActive,
    async act({ actor, body: { value, version: seen }, subject, request }, refuse) {
      const why = await choose(db, subject, { wanted: { value }, seen, actor, requestId: request.id, now: clock() })
      if (why) throw refuse(why, { fields: { value: [why] } })
      return presentHappyDay(subject, actor.locale)
    },
  })
}

function ifActive({ state }: OfferedOption, refuse: (code: 'contract_not_active') => Error) {
  if (state !== 'activa') throw refuse('contract_not_active')
}
