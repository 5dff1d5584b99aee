import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DutyNorm as DutyNormRow } from '#db/tables.ts'
import { builtInNorms } from '../built-in-norms.ts'
import type { DutyKind } from '../kinds.ts'
import type { DutyNorm } from '../norm.ts'
import { overlayNorms } from '../rules.ts'

/**
 * Loads the norms of some kinds of duties with the rows of operators, anew each time, so that a row takes effect on
 * every server at once.
 */
export async function loadNorms(db: Database, kinds: readonly DutyKind[]): Promise<DutyNorm[]> {
  const rows = await db
    .selectFrom('duty_norm')
    .where('kind', 'in', kinds)
    .selectAll()
    .orderBy('code')
    .orderBy('valid_from')
    .execute()
  const known = builtInNorms.filter(({ kind }) => kinds.includes(kind))
  return overlayNorms(known, rows.map(toNorm))
}

/** Returns the norm of an operator's row. */
export function toNorm(row: Selectable<DutyNormRow>): DutyNorm {
  const { kind, code, topic, law, article, source } = row
  return {
    ...{ kind: kind as DutyKind, code, topic, law, article, source },
    energy: row.energy as DutyNorm['energy'],
    maxPowerWatts: row.max_power_watts,
    state: row.state as DutyNorm['state'],
    note: row.note,
    term: { count: row.count, unit: row.unit as DutyNorm['term']['unit'] },
    toleranceDays: row.tolerance_days,
    recourse: row.recourse as DutyNorm['recourse'],
    compensation: row.compensation as DutyNorm['compensation'],
    validFrom: row.valid_from,
    validTo: row.valid_to,
  }
}
