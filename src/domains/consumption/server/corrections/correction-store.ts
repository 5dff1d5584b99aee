import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DayKey } from '../curve/curve-store.ts'
import { columnOf, listArrays } from '../curve/day-columns.ts'
import type { VersionedDayValues } from '../import/merge-day.ts'

/** How a file or a batch with curves arrived, and from whom. */
export type CurveOrigin = {
  channel: 'api' | 'folder' | 'desk' | 'command'
  fileName?: string
  /** The key of the system that sent it. */
  keyId?: number
  /** The operator who uploaded it. */
  userId?: number
}

/** A stored day before its energy is corrected, and its energy before and after. */
export type CurveCorrection = DayKey & VersionedDayValues & { beforeWh: number; afterWh: number }

/** How many corrections of a day of one source are kept: a system that sends other values again and again fills no table. */
const maxCorrectionsPerDay = 12
const maxFileNameLength = 200

/** Keeps days as they were before their correction. Two corrections at one instant are one. */
export async function storeCorrections(
  db: Database,
  corrections: readonly CurveCorrection[],
  { origin, now }: { origin: CurveOrigin; now: Date },
) {
  if (!corrections.length) return
  const { channel, fileName = null, keyId = null, userId = null } = origin
  await sql`
    insert into curve_correction (
      supply_point_id, day, source, corrected_at, step_minutes, file_version, import_wh, export_wh, reactive_varh, quality,
      before_wh, after_wh, origin, file_name, integration_key_id, corrected_by_user_id
    )
    select supply_point_id, day, source, ${now}, step_minutes, file_version, import_wh::int[], export_wh::int[],
      reactive_varh::int[], quality, before_wh, after_wh,
      ${channel}, ${fileName?.slice(0, maxFileNameLength) ?? null}, ${keyId}, ${userId}
    from unnest(
      ${columnOf(corrections, 'supplyPointId')}::bigint[], ${columnOf(corrections, 'day')}::date[],
      ${columnOf(corrections, 'source')}::text[], ${columnOf(corrections, 'stepMinutes')}::smallint[],
      ${columnOf(corrections, 'version')}::smallint[], ${listArrays(corrections, 'importWh')}::text[],
      ${listArrays(corrections, 'exportWh')}::text[], ${listArrays(corrections, 'reactiveVarh')}::text[],
      ${columnOf(corrections, 'quality')}::text[], ${columnOf(corrections, 'beforeWh')}::bigint[],
      ${columnOf(corrections, 'afterWh')}::bigint[]
    ) as corrected (
      supply_point_id, day, source, step_minutes, file_version, import_wh, export_wh, reactive_varh, quality,
      before_wh, after_wh
    )
    on conflict (supply_point_id, day, source, corrected_at) do update set after_wh = excluded.after_wh`.execute(db)
  await deleteOldest(db, corrections)
}

async function deleteOldest(db: Database, keys: readonly DayKey[]) {
  await sql`
    delete from curve_correction old
    using unnest(${columnOf(keys, 'supplyPointId')}::bigint[], ${columnOf(keys, 'day')}::date[], ${columnOf(keys, 'source')}::text[])
      as corrected (supply_point_id, day, source)
    where old.supply_point_id = corrected.supply_point_id and old.day = corrected.day and old.source = corrected.source
      and (
        select count(*) from curve_correction newer
        where newer.supply_point_id = old.supply_point_id and newer.day = old.day and newer.source = old.source
          and newer.corrected_at > old.corrected_at) >= ${maxCorrectionsPerDay}`.execute(db)
}
