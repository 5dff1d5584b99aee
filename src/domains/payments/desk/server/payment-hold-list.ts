import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { countUpTo, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import type { PaymentHold } from '../holds-api.ts'
import { maxPaymentCount } from '../rules.ts'

type HoldRow = Pick<PaymentHold, 'id' | 'per' | 'tries' | 'version'> & {
  value: string
  held_since: Date
  held_until: Date
  user_id: number | null
  name: string | null
  email: string | null
}

/** Returns the current payment holds, oldest first. At most `maxPaymentCount` are counted. */
export async function findPaymentHolds(
  db: Database,
  { offset, limit, now }: PageRange & { now: Date },
): Promise<ResultPage<PaymentHold>> {
  const isCurrent = sql`held_until > ${now}`
  const { rows } = await sql<HoldRow>`
    select hold_id as id, per, value, tries, held_since, held_until, payment_hold.version,
      user_account.user_id, user_account.name, user_account.email
    from payment_hold left join user_account on user_account.user_id = payment_hold.user_id
    where ${isCurrent}
    order by held_since, hold_id limit ${limit} offset ${offset}`.execute(db)
  const counted = { from: sql`payment_hold`, where: [isCurrent] }
  return { items: rows.map(presentHold), total: await countUpTo(db, maxPaymentCount, counted) }
}

function presentHold({ value, held_since, held_until, user_id, name, email, ...row }: HoldRow): PaymentHold {
  return {
    ...row,
    value: row.per === 'user' ? null : value.replace(/^card:/, ''),
    user: user_id === null ? null : { id: user_id, name: name ?? '', email: email ?? '' },
    since: held_since.toISOString(),
    until: held_until.toISOString(),
  }
}
