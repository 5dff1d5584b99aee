import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { Locale } from '#kit/locale.ts'
import type { holderOf } from './make-contract.ts'

type Told = { holder: ReturnType<typeof holderOf>; locale: Locale; now: Date }

/** Tells a company that it will be called; one without an address is called all the same. */
export async function tellReceived(db: Database, { holder, locale, now }: Told) {
  if (holder.email === null) return
  await queueMessage(
    db,
    { kind: 'contracting.received', values: { name: holder.name }, toAddress: holder.email, locale },
    now,
  )
}
