import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { searchCondition } from '#kit/backoffice/server/search-condition.ts'
import { contentVersionInSql } from '#kit/server/content-version.ts'
import { localizedColumn } from '#kit/server/localized-column.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { caseKinds, caseTopics } from '../../../rules.ts'
import type { CaseType, CaseTypeInput } from '../api.ts'

type CaseTypeQuery = PageRange & { kind: 'category' | 'type'; q: string }

/** Returns a page of the categories, or of the types with their subtypes, in display order. */
export async function findCaseTypes(
  db: Database,
  { kind, q, ...range }: CaseTypeQuery,
  locale: Locale,
): Promise<ResultPage<CaseType> & { last_order: number }> {
  const isListed = kind === 'category' ? sql`kind = 'category'` : sql`kind in ('type', 'subtype')`
  const selection = {
    columns,
    from: allCaseTypes(locale),
    where: [isListed, searchCondition(sql`concat_ws(' ', name, type_name, code)`, q)],
    orderBy: sql`place, of_type, kind = 'subtype', "order", code`,
  }
  const page = await findPage<CaseType>(db, selection, range)
  const last = await sql<{ last_order: number }>`
    select coalesce(max("order"), 0)::integer as last_order from ${allCaseTypes(locale)} where ${isListed}`.execute(db)
  return { ...page, last_order: last.rows[0]!.last_order }
}

const version = contentVersionInSql(
  ...['names', 'order', 'active', 'energies', 'case_type', 'topic', 'for_anyone'].map((column) => sql.ref(column)),
)
const columns = sql`kind, code, name, names, type_name, "order", active, energies, case_type, topic, for_anyone,
  ${version} as version`

const allCaseTypes = (locale: Locale) => sql`(
  select 'category' as kind, category_id::text as code, ${localizedColumn(locale)} as name, names, null as type_name,
    priority as "order", is_active as active, energies, case_type, topic, is_for_anyone as for_anyone, priority as place, '' as of_type
  from support_category
  union all
  select 'type', code, ${localizedColumn(locale)}, names, null, priority, is_active, energies, case_type, topic, null, priority, code
  from support_type
  union all
  select 'subtype', type_code || '.' || support_subtype.code, ${localizedColumn(locale, 'support_subtype.names')},
    support_subtype.names, ${localizedColumn(locale, 'support_type.names')}, support_subtype.priority, null, null, null,
    support_subtype.topic, null,
    support_type.priority, type_code
  from support_subtype join support_type on support_type.code = type_code
) as offered`

/** Returns the kinds of cases: those of the product, and those of the retailer for which it has norms of its own. */
export async function findTermKinds(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('duty_norm')
    .where('kind', '=', 'case_answer')
    .where('topic', 'is not', null)
    .where('topic', 'not in', [...caseTopics, ...caseKinds])
    .select((row) => row.ref('topic').$notNull().as('topic'))
    .distinct()
    .orderBy('topic')
    .execute()
  return [...caseKinds, ...rows.map(({ topic }) => topic)]
}

/** Returns one case type by its kind and code from a URL. */
export async function findCaseType(
  db: Database,
  { kind, code }: { kind: string; code: string },
): Promise<CaseType | undefined> {
  const { rows } = await sql<CaseType>`
    select ${columns} from ${allCaseTypes('es')} where kind = ${kind} and code = ${code}`.execute(db)
  return rows[0]
}

/** Locks a case type, waiting for concurrent changes, and returns its latest state. */
export async function lockCaseType(db: Database, one: Pick<CaseType, 'kind' | 'code'>): Promise<CaseType | undefined> {
  const tables = { category: 'support_category', type: 'support_type', subtype: 'support_subtype' } as const
  await sql`lock table ${sql.table(tables[one.kind])} in share row exclusive mode`.execute(db)
  return findCaseType(db, one)
}

/** Splits the code of a subtype into the code of its type and its own. */
function splitSubtypeCode(code: string): [type: string, subtype: string] {
  const dotIndex = code.indexOf('.')
  return [code.slice(0, dotIndex), code.slice(dotIndex + 1)]
}

// Lower numbers have a meaning in the product.
const firstOwnCategory = 1_000

/** Adds a case type. @returns its code, or undefined if the code is taken. */
export async function insertCaseType(
  db: Database,
  input: CaseTypeInput & Pick<CaseType, 'kind'> & { code?: string; type?: string },
): Promise<string | undefined> {
  const { kind, code = '', type = '' } = input
  if (kind === 'category') {
    const { category_id } = await db
      .insertInto('support_category')
      .values({ ...caseTypeColumns(input), is_for_anyone: input.for_anyone, category_id: nextCategory })
      .returning('category_id')
      .executeTakeFirstOrThrow()
    return String(category_id)
  }
  const added =
    kind === 'type'
      ? db.insertInto('support_type').values({ ...caseTypeColumns(input), code })
      : db.insertInto('support_subtype').values({ ...namesColumns(input), code, type_code: type })
  const { numInsertedOrUpdatedRows } = await added.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return undefined
  return kind === 'type' ? code : `${type}.${code}`
}

const nextCategory = sql<number>`(select greatest(max(category_id), ${firstOwnCategory - 1}) + 1 from support_category)`

/** Updates an existing case type. */
export async function updateCaseType(
  db: Database,
  { kind, code }: Pick<CaseType, 'kind' | 'code'>,
  input: CaseTypeInput,
) {
  switch (kind) {
    case 'category':
      return db
        .updateTable('support_category')
        .set({ ...caseTypeColumns(input), is_for_anyone: input.for_anyone })
        .where('category_id', '=', Number(code))
        .execute()
    case 'type':
      return db.updateTable('support_type').set(caseTypeColumns(input)).where('code', '=', code).execute()
    case 'subtype': {
      const [type, subtype] = splitSubtypeCode(code)
      const ofType = db.updateTable('support_subtype').set(namesColumns(input)).where('type_code', '=', type)
      return ofType.where('code', '=', subtype).execute()
    }
  }
}

function namesColumns({ names, order, topic }: CaseTypeInput) {
  return { names: JSON.stringify(names), priority: order, topic }
}

function caseTypeColumns(input: CaseTypeInput) {
  const { active, energies, case_type } = input
  return { ...namesColumns(input), is_active: active, energies: [...new Set(energies)], case_type }
}
