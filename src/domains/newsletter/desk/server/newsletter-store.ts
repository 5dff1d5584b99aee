import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { searchCondition } from '#kit/backoffice/server/search-condition.ts'
import { parseId } from '#kit/parse-id.ts'
import { contentVersionInSql } from '#kit/server/content-version.ts'
import { localizedColumn } from '#kit/server/localized-column.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { ManagedNewsletter, NewsletterInput } from '../api.ts'

const version = contentVersionInSql(
  ...['names', 'descriptions', 'priority', 'is_active', 'is_exported'].map((column) => sql.ref(`newsletter.${column}`)),
)

/** Returns a page of the newsletters that match a name search, in display order. */
export async function findNewsletters(
  db: Database,
  { q, ...range }: PageRange & { q: string },
  locale: Locale,
): Promise<ResultPage<ManagedNewsletter> & { last_order: number }> {
  const selection = {
    columns: sql`newsletter_id as id, ${localizedColumn(locale)} as name, names, descriptions, priority as "order",
      is_active as active, is_exported as locked,
      (select count(*)::integer from newsletter_subscription
        where newsletter_subscription.newsletter_id = newsletter.newsletter_id) as subscribers,
      ${version} as version`,
    from: sql`newsletter`,
    where: [searchCondition(localizedColumn(locale), q)],
    orderBy: sql`priority, newsletter_id`,
  }
  const page = await findPage<ManagedNewsletter>(db, selection, range)
  const { last } = await db
    .selectFrom('newsletter')
    .select(({ fn }) => fn.max('priority').as('last'))
    .executeTakeFirstOrThrow()
  return { ...page, last_order: last ?? 0 }
}

/** Returns a newsletter by the id from a URL. */
export async function findNewsletter(db: Database, id: string) {
  const newsletterId = parseId(id)
  if (newsletterId === undefined) return undefined
  return db.selectFrom('newsletter').where('newsletter_id', '=', newsletterId).selectAll().executeTakeFirst()
}

/** Locks a newsletter, waiting for concurrent changes, and returns its latest state. */
export async function lockNewsletter(db: Database, newsletterId: number) {
  const { names, descriptions, priority, is_active, is_exported, ...row } = await db
    .selectFrom('newsletter')
    .where('newsletter_id', '=', newsletterId)
    .select(['names', 'descriptions', 'priority', 'is_active', 'is_exported', version.as('version')])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, names, descriptions, order: priority, active: is_active, locked: is_exported }
}

/** @returns the id of the new newsletter. */
export async function insertNewsletter(db: Database, input: NewsletterInput): Promise<number> {
  const row = await db
    .insertInto('newsletter')
    .values(toNewsletterRow(input))
    .returning('newsletter_id')
    .executeTakeFirstOrThrow()
  return row.newsletter_id
}

export async function updateNewsletter(db: Database, newsletterId: number, input: NewsletterInput) {
  await db.updateTable('newsletter').set(toNewsletterRow(input)).where('newsletter_id', '=', newsletterId).execute()
}

function toNewsletterRow({ names, descriptions, order, active, locked }: NewsletterInput) {
  return {
    names: JSON.stringify(names),
    descriptions: JSON.stringify(descriptions),
    priority: order,
    is_active: active,
    is_exported: locked,
  }
}
