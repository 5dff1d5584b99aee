import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import { nameIn } from '#kit/server/name-in.ts'

/** Whose contracts it may be about, by the holders; `withPast` has what is offered no longer as well, and for any contract. */
type For = { customerIds: readonly number[] } | 'withPast'

const isOffered = (whose: For) =>
  whose === 'withPast'
    ? sql<boolean>`true`
    : sql<boolean>`(is_active and (energies @> '{electricity,gas}'
        or energies && (select array_agg(distinct energy) from contract where customer_id = any(${whose.customerIds}))))`

/** What customer care can be asked about. */
export function typesIn(db: Database, locale: Locale, whose: For) {
  return db
    .selectFrom('support_type')
    .where(isOffered(whose))
    .select(['code', nameIn(locale).as('name')])
    .orderBy('priority')
    .orderBy('code')
    .execute()
}

/** What a type is parted into; none when there is no such type. */
export function subtypesIn(db: Database, typeCode: string, locale: Locale) {
  return db
    .selectFrom('support_subtype')
    .where('type_code', '=', typeCode)
    .select(['code', nameIn(locale).as('name')])
    .orderBy('priority')
    .orderBy('code')
    .execute()
}

/** What the retailer can be written about, by customers or, whatever contract they may have, by anybody. */
export function categoriesIn(db: Database, { locale, whose }: { locale: Locale; whose: For | 'anyone' }) {
  return db
    .selectFrom('support_category')
    .$if(whose === 'anyone', (query) => query.where('is_for_anyone', '=', true).where('is_active', '=', true))
    .$if(whose !== 'anyone', (query) => query.where(isOffered(whose as For)))
    .select(['category_id as id', nameIn(locale).as('name')])
    .orderBy('priority')
    .orderBy('category_id')
    .execute()
}

type Asked = { typeCode: string; subtypeCode: string; energy: string; locale: Locale }

/** Of which case type a type with a subtype is, and the subtype's name; undefined when there is no such pair for a contract. */
export function findSubtype(db: Database, { typeCode, subtypeCode, energy, locale }: Asked) {
  return db
    .selectFrom('support_subtype')
    .innerJoin('support_type', 'support_type.code', 'support_subtype.type_code')
    .where('type_code', '=', typeCode)
    .where('support_subtype.code', '=', subtypeCode)
    .where('is_active', '=', true)
    .where(sql<boolean>`${energy} = any(energies)`)
    .select(['case_type', nameIn(locale, 'support_subtype.names').as('name')])
    .executeTakeFirst()
}

/** Of which case type a category is; undefined when there is none on offer for a contract of an energy, or for anybody. */
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
    .select(['category_id', 'case_type'])
    .executeTakeFirst()
}
