import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  changePercentage,
  chooseDiscounts,
  listBatteries,
  listBatteryTypes,
  moveShare,
  readLedger,
  readPercentages,
} from '../api.ts'
import { downloadBatteries } from '../downloads.ts'
import { discountHandlings, isWithinDates, moveObstacleOn } from '../rules.ts'
import * as change from './change-share.ts'
import { creditTerms } from './expire-credits.ts'
import { presentBattery, presentLedger, presentPercentages } from './present-ledger.ts'
import {
  batteriesWithContracts,
  entriesOf,
  type FoundBattery,
  type FoundShare,
  findBatteries,
  findBattery,
  findShare,
  sharesIn,
} from './store.ts'
import { drawWorkbook, type WorkbookPaper } from './workbook.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  /** The words of a language: of the workbook, of what can be done with a share, and of what a projection assumes. */
  words: (locale: Locale) => WorkbookPaper['say']
}

export function batteryRoutes({ serve, db, clock, words }: Needs) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listBatteryTypes, async ({ actor: { locale } }) => {
    const say = words(locale)
    const describe = (name: string, index: number) => ({ id: index + 1, name, description: say(`types.${name}`) })
    return { items: discountHandlings.map(describe) }
  })

  serve(listBatteries, async ({ actor }) => ({ items: (await batteriesWithContracts(db, actor)).map(presentBattery) }))

  serve(readPercentages, {
    find: ({ actor: { customerIds }, params }) => findBattery(db, { customerIds, id: params.bateriaId }),
    act: async ({ subject }) => presentPercentages(subject, await sharesIn(db, [subject]), today()),
  })

  serve(readLedger, {
    find: ({ actor: { customerIds }, params }) => findBattery(db, { customerIds, id: params.id }),
    act: async ({ subject, actor: { locale } }) =>
      presentLedger(
        {
          battery: subject,
          shares: await sharesIn(db, [subject]),
          entries: await entriesOf(db, [subject]),
          terms: await creditTerms(db),
        },
        { today: today(), assumption: words(locale)('projection.assumption') },
      ),
  })

  serve(downloadBatteries, {
    find: ({ actor, params }) => findChosen(actor, params.batteries),
    act: async ({ subject: batteries, actor: { locale } }) => {
      const say = words(locale)
      const told = { batteries, shares: await sharesIn(db, batteries), entries: await entriesOf(db, batteries) }
      return {
        content: await drawWorkbook(told, { say }),
        fileName: `${say('document.fileName')}.xlsx`,
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      }
    },
  })

  serve(changePercentage, {
    find: ({ actor, params }) => findOwn(actor, params.contractName, params.bateriaId),
    permit: (share, refuse) => permitChange(share, refuse),
    async act({ subject: share, actor, request, body: { pes_percentatge: percentage, version } }, refuse) {
      const outcome = await change.changePercentage(db, share, { percentage, by: by(actor, request, version) })
      if (outcome === 'done') return { bateria_id: share.batteryId, pes_percentatge: percentage }
      throw refuse(outcome === 'battery_over_whole' ? outcome : 'battery_not_active')
    },
  })

  serve(chooseDiscounts, {
    find: ({ actor, params }) => findOwn(actor, params.contractName, params.bateriaId),
    permit: (share, refuse) => permitChange(share, refuse),
    async act({ subject: share, actor, request, body: { valor_descomptes: handling, version } }, refuse) {
      const outcome = await change.chooseDiscounts(db, share, { handling, by: by(actor, request, version) })
      if (outcome === 'done') return { bateria_id: share.batteryId, gestio_descomptes: handling }
      throw refuse('battery_not_active')
    },
  })

  serve(moveShare, {
    find: ({ actor, params, request }) => findMove(actor, params, request.body),
    permit({ share }, refuse) {
      if (share.contractState !== 'activa') throw refuse('contract_not_active')
      const obstacle = moveObstacleOn(share, today())
      if (obstacle) throw refuse(obstacle)
    },
    async act({ subject: { share, to }, actor, request, body: { pes_percentatge: percentage, version } }, refuse) {
      const outcome = await change.moveShare(db, share, { to: to!, percentage, by: by(actor, request, version) })
      if (outcome !== 'done') throw refuse(outcome)
      return { bateria_id: to!.batteryId, pes_percentatge: percentage }
    },
  })

  function by({ userId }: CustomerActor, { id: requestId }: FastifyRequest, seen: string | undefined) {
    return { userId, requestId, now: clock(), today: today(), seen }
  }

  type Refusing = (code: 'contract_not_active' | 'battery_not_active') => Error

  function permitChange(share: FoundShare, refuse: Refusing) {
    if (share.contractState !== 'activa') throw refuse('contract_not_active')
    if (!isWithinDates(share, today())) throw refuse('battery_not_active')
  }

  async function findOwn({ customerIds }: CustomerActor, contract: string, id: string) {
    if (!/^[1-9]\d{0,8}$/.test(id)) return undefined
    return findShare(db, { customerIds, contract, batteryId: Number(id), day: today() })
  }

  type Move = { share: FoundShare; to: FoundBattery | null }

  // Whose something is comes before whether the body is right, so the other battery is looked for in the body as it came.
  async function findMove(
    actor: CustomerActor,
    { contractName, bateriaOrigenId }: { contractName: string; bateriaOrigenId: string },
    body: unknown,
  ): Promise<Move | undefined> {
    const share = await findOwn(actor, contractName, bateriaOrigenId)
    const read = moveShare.body.safeParse(body)
    if (!share || !read.success) return share && { share, to: null }
    const [to] = await findBatteries(db, {
      customerIds: [share.customerId],
      batteryIds: [read.data.bateria_desti],
    })
    return to && { share, to }
  }

  /** All of the batteries that an address names, or undefined when one of them is not theirs. */
  async function findChosen({ customerIds }: CustomerActor, ids: string): Promise<FoundBattery[] | undefined> {
    if (!/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/.test(ids)) return undefined
    const batteryIds = [...new Set(ids.split(',').map(Number))]
    const found = await findBatteries(db, { customerIds, batteryIds })
    return found.length === batteryIds.length ? found : undefined
  }
}
