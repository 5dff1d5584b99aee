import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import { nameIn } from '#kit/server/name-in.ts'

/** What customer care can be asked about. */
export function typesIn(db: Database, locale: Locale) {
  return db
    .selectFrom('support_type')
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

/** What the retailer can be written about, by customers or by anybody. */
export function categoriesIn(db: Database, { locale, forAnyone }: { locale: Locale; forAnyone: boolean }) {
  return db
    .selectFrom('support_category')
    .$if(forAnyone, (query) => query.where('is_for_anyone', '=', true))
    .select(['category_id as id', nameIn(locale).as('name')])
    .orderBy('priority')
    .orderBy('category_id')
    .execute()
}

/** Of which case type a type with a subtype is, and the subtype's name; undefined when there is no such pair. */
export function findSubtype(
  db: Database,
  { typeCode, subtypeCode, locale }: { typeCode: string; subtypeCode: string; locale: Locale },
) {
  return db
    .selectFrom('support_subtype')
    .innerJoin('support_type', 'support_type.code', 'support_subtype.type_code')
    .where('type_code', '=', typeCode)
    .where('support_subtype.code', '=', subtypeCode)
    .select(['case_type', nameIn(locale, 'support_subtype.names').as('name')])
    .executeTakeFirst()
}

/** Of which case type a category is; undefined when there is none, or none for anybody. */
export function findCategory(db: Database, { categoryId, forAnyone }: { categoryId: number; forAnyone: boolean }) {
  return db
    .selectFrom('support_category')
    .where('category_id', '=', categoryId)
    .$if(forAnyone, (query) => query.where('is_for_anyone', '=', true))
    .select(['category_id', 'case_type'])
    .executeTakeFirst()
}
