import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import { nameIn } from '#kit/server/name-in.ts'
import type { CaseType, WantedCaseType } from '../api.ts'

/** Everything that cases can be about, in the order in which it is offered; subtypes behind their type. */
export async function caseTypesOf(db: Database, locale: Locale): Promise<CaseType[]> {
  const { rows } = await sql<CaseType>`
    select * from (select 'category' as kind, category_id::text as code, ${nameIn(locale)} as name, names, priority as "order",
      is_active as active, energies, case_type, is_for_anyone as for_anyone, 0 as level, priority as place,
      '' as of_type
    from support_category
    union all
    select 'type', code, ${nameIn(locale)}, names, priority, is_active, energies, case_type, null, 1, priority, code
    from support_type
    union all
    select 'subtype', type_code || '.' || support_subtype.code, ${nameIn(locale, 'support_subtype.names')},
      support_subtype.names, support_subtype.priority, null, null, null, null, 1, support_type.priority, type_code
    from support_subtype join support_type on support_type.code = type_code
    ) as offered order by level, place, of_type, kind = 'subtype', "order", code`.execute(db)
  return rows.map(({ kind, code, name, names, order, active, energies, case_type, for_anyone }) => ({
    ...{ kind, code, name, names, order, active, energies, case_type, for_anyone },
  }))
}

/** The kinds of terms by which cases are answered. */
export async function termKinds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('answer_term').select('case_type').distinct().orderBy('case_type').execute()
  return rows.map(({ case_type }) => case_type)
}

/** One of them, by what stands in an address. */
export async function findCaseType(db: Database, { kind, code }: { kind: string; code: string }) {
  return (await caseTypesOf(db, 'es')).find((each) => each.kind === kind && each.code === code)
}

/** Of a subtype: the code of its type and its own. */
function partsOf(code: string): [type: string, subtype: string] {
  const point = code.indexOf('.')
  return [code.slice(0, point), code.slice(point + 1)]
}

// Numbers that mean something to the product lie below.
const firstOwnCategory = 1_000

/** Adds one. @returns its code, or undefined where it is taken. */
export async function add(
  db: Database,
  wanted: WantedCaseType & Pick<CaseType, 'kind'> & { code?: string; type?: string },
): Promise<string | undefined> {
  const { kind, code = '', type = '' } = wanted
  if (kind === 'category') {
    const { category_id } = await db
      .insertInto('support_category')
      .values({ ...offered(wanted), is_for_anyone: wanted.for_anyone, category_id: nextCategory })
      .returning('category_id')
      .executeTakeFirstOrThrow()
    return String(category_id)
  }
  const added =
    kind === 'type'
      ? db.insertInto('support_type').values({ ...offered(wanted), code })
      : db.insertInto('support_subtype').values({ ...named(wanted), code, type_code: type })
  const { numInsertedOrUpdatedRows } = await added.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return undefined
  return kind === 'type' ? code : `${type}.${code}`
}

const nextCategory = sql<number>`(select greatest(max(category_id), ${firstOwnCategory - 1}) + 1 from support_category)`

/** Changes one that was found. */
export async function save(db: Database, { kind, code }: Pick<CaseType, 'kind' | 'code'>, wanted: WantedCaseType) {
  switch (kind) {
    case 'category':
      return db
        .updateTable('support_category')
        .set({ ...offered(wanted), is_for_anyone: wanted.for_anyone })
        .where('category_id', '=', Number(code))
        .execute()
    case 'type':
      return db.updateTable('support_type').set(offered(wanted)).where('code', '=', code).execute()
    case 'subtype': {
      const [type, subtype] = partsOf(code)
      const ofType = db.updateTable('support_subtype').set(named(wanted)).where('type_code', '=', type)
      return ofType.where('code', '=', subtype).execute()
    }
  }
}

function named({ names, order }: WantedCaseType) {
  return { names: JSON.stringify(names), priority: order }
}

function offered(wanted: WantedCaseType) {
  const { active, energies, case_type } = wanted
  return { ...named(wanted), is_active: active, energies: [...new Set(energies)], case_type }
}
