import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { parseId } from '#kit/parse-id.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
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
import { discountHandlings, findMoveObstacle, isWithinDates } from '../rules.ts'
import * as change from './change-share.ts'
import { findCreditTerms } from './expire-credits.ts'
import { presentBattery, presentLedger, presentPercentages } from './present-ledger.ts'
import {
  type BatteryRow,
  findBatteries,
  findBatteriesWithContracts,
  findBattery,
  findEntries,
  findShare,
  findSharesIn,
  type ShareRow,
} from './store.ts'
import { buildWorkbook, type WorkbookContext } from './workbook.ts'

type BatteryRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  /**
   * Returns the translator of a language: for the workbook, the discount handlings and the assumption of a projection.
   */
  translatorFor: (locale: Locale) => WorkbookContext['t']
}

/** The number of batteries that an address may name. */
const maxBatteries = 100

export function batteryRoutes({ serve, db, clock, translatorFor }: BatteryRouteDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listBatteryTypes, async ({ actor: { locale } }) => {
    const t = translatorFor(locale)
    const describe = (name: string, index: number) => ({ id: index + 1, name, description: t(`types.${name}`) })
    return { items: discountHandlings.map(describe) }
  })

  serve(listBatteries, async ({ actor }) => ({
    items: (await findBatteriesWithContracts(db, actor)).map(presentBattery),
  }))

  serve(readPercentages, {
    find: ({ actor: { customerIds }, params }) => findBattery(db, { customerIds, id: params.bateriaId }),
    act: async ({ subject }) => presentPercentages(subject, await findSharesIn(db, [subject]), today()),
  })

  serve(readLedger, {
    find: ({ actor: { customerIds }, params }) => findBattery(db, { customerIds, id: params.id }),
    act: async ({ subject, actor: { locale } }) =>
      presentLedger(
        {
          battery: subject,
          shares: await findSharesIn(db, [subject]),
          entries: await findEntries(db, [subject]),
          terms: await findCreditTerms(db),
        },
        { today: today(), assumption: translatorFor(locale)('projection.assumption') },
      ),
  })

  serve(downloadBatteries, {
    find: ({ actor, params }) => findBatteriesByIds(actor, params.batteries),
    act: async ({ subject: batteries, actor: { locale } }) => {
      const t = translatorFor(locale)
      const workbookData = {
        batteries,
        shares: await findSharesIn(db, batteries),
        entries: await findEntries(db, batteries),
      }
      return {
        content: await buildWorkbook(workbookData, { t }),
        fileName: `${t('document.fileName')}.xlsx`,
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      }
    },
  })

  serve(changePercentage, {
    find: ({ actor, params }) => findOwn(actor, params.contractName, params.bateriaId),
    permit: (share, refuse) => permitChange(share, refuse),
    async act({ subject: share, actor, request, body: { pes_percentatge: percentage, version } }, refuse) {
      const outcome = await change.changePercentage(db, share, {
        percentage,
        context: changeContextOf(actor, request, version),
      })
      if (outcome === 'done') return { bateria_id: share.batteryId, pes_percentatge: percentage }
      throw refuse(outcome === 'battery_over_whole' ? outcome : 'battery_not_active')
    },
  })

  serve(chooseDiscounts, {
    find: ({ actor, params }) => findOwn(actor, params.contractName, params.bateriaId),
    permit: (share, refuse) => permitChange(share, refuse),
    async act({ subject: share, actor, request, body: { valor_descomptes: handling, version } }, refuse) {
      const outcome = await change.chooseDiscounts(db, share, {
        handling,
        context: changeContextOf(actor, request, version),
      })
      if (outcome === 'done') return { bateria_id: share.batteryId, gestio_descomptes: handling }
      throw refuse('battery_not_active')
    },
  })

  serve(moveShare, {
    find: ({ actor, params, request }) => findMove(actor, params, request.body),
    permit({ share }, refuse) {
      if (share.contractState !== 'activa') throw refuse('contract_not_active')
      const obstacle = findMoveObstacle(share, today())
      if (obstacle) throw refuse(obstacle)
    },
    async act({ subject: { share, to }, actor, request, body: { pes_percentatge: percentage, version } }, refuse) {
      const outcome = await change.moveShare(db, share, {
        to: to!,
        percentage,
        context: changeContextOf(actor, request, version),
      })
      if (outcome !== 'done') throw refuse(outcome)
      return { bateria_id: to!.batteryId, pes_percentatge: percentage }
    },
  })

  function changeContextOf({ userId }: CustomerActor, { id: requestId }: FastifyRequest, seen: string | undefined) {
    return { userId, requestId, now: clock(), today: today(), seen }
  }

  type Refusing = (code: 'contract_not_active' | 'battery_not_active') => Error

  function permitChange(share: ShareRow, refuse: Refusing) {
    if (share.contractState !== 'activa') throw refuse('contract_not_active')
    if (!isWithinDates(share, today())) throw refuse('battery_not_active')
  }

  async function findOwn({ customerIds }: CustomerActor, contract: string, id: string) {
    const batteryId = parseId(id)
    if (batteryId === undefined) return undefined
    return findShare(db, { customerIds, contract, batteryId, day: today() })
  }

  type Move = { share: ShareRow; to: BatteryRow | null }

  // Ownership is checked before the body is validated, so the other battery is looked up in the raw body.
  async function findMove(
    actor: CustomerActor,
    { contractName, bateriaOrigenId }: { contractName: string; bateriaOrigenId: string },
    body: unknown,
  ): Promise<Move | undefined> {
    const share = await findOwn(actor, contractName, bateriaOrigenId)
    const parsed = moveShare.body.safeParse(body)
    if (!share || !parsed.success) return share && { share, to: null }
    const [to] = await findBatteries(db, {
      customerIds: [share.customerId],
      batteryIds: [parsed.data.bateria_desti],
    })
    return to && { share, to }
  }

  /** Returns all of the batteries that a path names, or undefined if one of them is not the actor's. */
  async function findBatteriesByIds({ customerIds }: CustomerActor, ids: string): Promise<BatteryRow[] | undefined> {
    const batteryIds = [...new Set(ids.split(',', maxBatteries + 1).map((id) => parseId(id) ?? 0))]
    if (batteryIds.length > maxBatteries) return undefined
    const matches = await findBatteries(db, { customerIds, batteryIds })
    return matches.length === batteryIds.length ? matches : undefined
  }
}
