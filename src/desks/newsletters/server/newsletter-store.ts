import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { thatHoldsWords } from '#desks/common/server/that-holds-words.ts'
import type { Locale } from '#kit/locale.ts'
import { versionInSql } from '#kit/server/content-version.ts'
import { nameIn } from '#kit/server/name-in.ts'
import type { KeptNewsletter, WantedNewsletter } from '../api.ts'

const version = versionInSql(
  ...['names', 'descriptions', 'priority', 'is_active', 'is_exported'].map((column) => sql.ref(`newsletter.${column}`)),
)

type Page = { q: string; offset: number; limit: number }

/** A page of the newsletters that are called so, in the order in which they are offered. */
export async function newslettersKept(
  db: Database,
  { q, offset, limit }: Page,
  locale: Locale,
): Promise<{ items: KeptNewsletter[]; total: number; last_order: number }> {
  const { rows } = await sql<KeptNewsletter & { total: number }>`
    select newsletter_id as id, ${nameIn(locale)} as name, names, descriptions, priority as "order",
      is_active as active, is_exported as locked,
      (select count(*)::integer from newsletter_subscription
        where newsletter_subscription.newsletter_id = newsletter.newsletter_id) as subscribers,
      ${version} as version, count(*) over ()::integer as total
    from newsletter where ${thatHoldsWords(nameIn(locale), q)}
    order by priority, newsletter_id limit ${limit} offset ${offset}`.execute(db)
  const { last } = await db
    .selectFrom('newsletter')
    .select(({ fn }) => fn.max('priority').as('last'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0, last_order: last ?? 0 }
}

/** A newsletter by the number in an address. */
export async function findNewsletter(db: Database, id: string) {
  if (!/^[1-9]\d{0,8}$/.test(id)) return undefined
  return db.selectFrom('newsletter').where('newsletter_id', '=', Number(id)).selectAll().executeTakeFirst()
}

/** Waits for whoever changes a newsletter at this moment, and answers what it is after them. */
export async function holdNewsletter(db: Database, newsletterId: number) {
  const { names, descriptions, priority, is_active, is_exported, ...found } = await db
    .selectFrom('newsletter')
    .where('newsletter_id', '=', newsletterId)
    .select(['names', 'descriptions', 'priority', 'is_active', 'is_exported', version.as('version')])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { ...found, names, descriptions, order: priority, active: is_active, locked: is_exported }
}

/** @returns the number of the new one. */
export async function add(db: Database, wanted: WantedNewsletter): Promise<number> {
  const made = await db
    .insertInto('newsletter')
    .values(rowOf(wanted))
    .returning('newsletter_id')
    .executeTakeFirstOrThrow()
  return made.newsletter_id
}

export async function save(db: Database, newsletterId: number, wanted: WantedNewsletter) {
  await db.updateTable('newsletter').set(rowOf(wanted)).where('newsletter_id', '=', newsletterId).execute()
}

function rowOf({ names, descriptions, order, active, locked }: WantedNewsletter) {
  return {
    names: JSON.stringify(names),
    descriptions: JSON.stringify(descriptions),
    priority: order,
    is_active: active,
    is_exported: locked,
  }
}
