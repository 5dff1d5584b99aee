import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { localizedColumn } from '#kit/server/localized-column.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { CaseTopic } from '../rules.ts'

/**
 * The holders whose contracts the types may be about. `withPast` includes types that are no longer offered, for any
 * contract.
 */
type OfferedTo = { customerIds: readonly number[] } | 'withPast'

const isOffered = (whose: OfferedTo) =>
  whose === 'withPast'
    ? sql<boolean>`true`
    : sql<boolean>`(is_active and (energies @> '{electricity,gas}'
        or energies && (select array_agg(distinct energy) from contract where ${isOneOf('customer_id', whose.customerIds)})))`

/** Returns the types of questions for customer care. */
export function findTypes(db: Database, locale: Locale, whose: OfferedTo) {
  return db
    .selectFrom('support_type')
    .where(isOffered(whose))
    .select(['code', localizedColumn(locale).as('name')])
    .orderBy('priority')
    .orderBy('code')
    .execute()
}

/** Returns the subtypes of a type; none if there is no such type. */
export function findSubtypes(db: Database, typeCode: string, locale: Locale) {
  return db
    .selectFrom('support_subtype')
    .where('type_code', '=', typeCode)
    .select(['code', localizedColumn(locale).as('name')])
    .orderBy('priority')
    .orderBy('code')
    .execute()
}

/** Returns the categories of requests, for customers or, regardless of contracts, for anyone. */
export function findCategories(db: Database, { locale, whose }: { locale: Locale; whose: OfferedTo | 'anyone' }) {
  return db
    .selectFrom('support_category')
    .$if(whose === 'anyone', (query) => query.where('is_for_anyone', '=', true).where('is_active', '=', true))
    .$if(whose !== 'anyone', (query) => query.where(isOffered(whose as OfferedTo)))
    .select((row) => row.ref('topic').$castTo<CaseTopic | null>().as('topic'))
    .select(['category_id as id', localizedColumn(locale).as('name')])
    .orderBy('priority')
    .orderBy('category_id')
    .execute()
}

type SubtypeQuery = { typeCode: string; subtypeCode: string; energy: string; locale: Locale }

/**
 * Returns the case type of a type with a subtype, and the name of the subtype; undefined if there is no such pair for a
 * contract.
 */
export function findSubtype(db: Database, { typeCode, subtypeCode, energy, locale }: SubtypeQuery) {
  return db
    .selectFrom('support_subtype')
    .innerJoin('support_type', 'support_type.code', 'support_subtype.type_code')
    .where('type_code', '=', typeCode)
    .where('support_subtype.code', '=', subtypeCode)
    .where('is_active', '=', true)
    .where(sql<boolean>`${energy} = any(energies)`)
    .select(['case_type', localizedColumn(locale, 'support_subtype.names').as('name')])
    .select(({ fn }) =>
      fn.coalesce('support_subtype.topic', 'support_type.topic').$castTo<CaseTopic | null>().as('topic'),
    )
    .executeTakeFirst()
}

/** Returns the case type of a category; undefined if none is offered for a contract of this energy, or for anyone. */
export function findCategory(
  db: Database,
  { categoryId, of }: { categoryId: number; of: { energy: string } | 'anyone' },
) {
  return db
    .selectFrom('support_category')
    .where('category_id', '=', categoryId)
    .where('is_active', '=', true)
    .$if(of === 'anyone', (query) => query.where('is_for_anyone', '=', true))
    .$if(of !== 'anyone', (query) => query.where(sql<boolean>`${(of as { energy: string }).energy} = any(energies)`))
    .select(['category_id', 'case_type', (row) => row.ref('topic').$castTo<CaseTopic | null>().as('topic')])
    .executeTakeFirst()
}
