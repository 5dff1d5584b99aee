import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import { nameIn } from '#kit/server/name-in.ts'
import type { KeptNewsletter, WantedNewsletter } from '../api.ts'

/** Every newsletter in the order in which they are offered. */
export async function newslettersKept(db: Database, locale: Locale): Promise<KeptNewsletter[]> {
  const { rows } = await sql<KeptNewsletter>`
    select newsletter_id as id, ${nameIn(locale)} as name, names, descriptions, priority as "order",
      is_active as active, is_exported as locked,
      (select count(*)::integer from newsletter_subscription
        where newsletter_subscription.newsletter_id = newsletter.newsletter_id) as subscribers
    from newsletter order by priority, newsletter_id`.execute(db)
  return rows
}

/** A newsletter by the number in an address. */
export async function findNewsletter(db: Database, id: string) {
  if (!/^[1-9]\d{0,8}$/.test(id)) return undefined
  return db.selectFrom('newsletter').where('newsletter_id', '=', Number(id)).selectAll().executeTakeFirst()
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
