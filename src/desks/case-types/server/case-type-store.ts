import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { thatHoldsWords } from '#desks/common/server/that-holds-words.ts'
import type { Locale } from '#kit/locale.ts'
import { versionInSql } from '#kit/server/content-version.ts'
import { nameIn } from '#kit/server/name-in.ts'
import type { CaseType, WantedCaseType } from '../api.ts'

type Wanted = { kind: 'category' | 'type'; q: string; offset: number; limit: number }

/** A page of the categories, or of the types, in the order in which they are offered; subtypes behind their type. */
export async function caseTypesOf(
  db: Database,
  { kind, q, offset, limit }: Wanted,
  locale: Locale,
): Promise<{ items: CaseType[]; total: number; last_order: number }> {
  const isListed = kind === 'category' ? sql`kind = 'category'` : sql`kind in ('type', 'subtype')`
  const text = sql`concat_ws(' ', name, type_name, code)`
  const { rows } = await sql<CaseType & { total: number }>`
    select ${columns}, count(*) over ()::integer as total from ${everyIn(locale)}
    where ${isListed} and ${thatHoldsWords(text, q)}
    order by place, of_type, kind = 'subtype', "order", code limit ${limit} offset ${offset}`.execute(db)
  const last = await sql<{ last_order: number }>`
    select coalesce(max("order"), 0)::integer as last_order from ${everyIn(locale)} where ${isListed}`.execute(db)
  return {
    items: rows.map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
    last_order: last.rows[0]!.last_order,
  }
}

const version = versionInSql(
  ...['names', 'order', 'active', 'energies', 'case_type', 'for_anyone'].map((column) => sql.ref(column)),
)
const columns = sql`kind, code, name, names, type_name, "order", active, energies, case_type, for_anyone,
  ${version} as version`

const everyIn = (locale: Locale) => sql`(
  select 'category' as kind, category_id::text as code, ${nameIn(locale)} as name, names, null as type_name,
    priority as "order", is_active as active, energies, case_type, is_for_anyone as for_anyone, priority as place, '' as of_type
  from support_category
  union all
  select 'type', code, ${nameIn(locale)}, names, null, priority, is_active, energies, case_type, null, priority, code
  from support_type
  union all
  select 'subtype', type_code || '.' || support_subtype.code, ${nameIn(locale, 'support_subtype.names')},
    support_subtype.names, ${nameIn(locale, 'support_type.names')}, support_subtype.priority, null, null, null, null,
    support_type.priority, type_code
  from support_subtype join support_type on support_type.code = type_code
) as offered`

/** The kinds of terms by which cases are answered. */
export async function termKinds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('answer_term').select('case_type').distinct().orderBy('case_type').execute()
  return rows.map(({ case_type }) => case_type)
}

/** One of them, by what stands in an address. */
export async function findCaseType(
  db: Database,
  { kind, code }: { kind: string; code: string },
): Promise<CaseType | undefined> {
  const { rows } = await sql<CaseType>`
    select ${columns} from ${everyIn('es')} where kind = ${kind} and code = ${code}`.execute(db)
  return rows[0]
}

/** Waits for whoever changes one of them at this moment, and answers what it is after them. */
export async function holdCaseType(db: Database, one: Pick<CaseType, 'kind' | 'code'>): Promise<CaseType | undefined> {
  const tables = { category: 'support_category', type: 'support_type', subtype: 'support_subtype' } as const
  await sql`lock table ${sql.table(tables[one.kind])} in share row exclusive mode`.execute(db)
  return findCaseType(db, one)
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
