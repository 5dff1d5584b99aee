import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { Locale } from '#kit/locale.ts'
import type { holderOf } from './make-contract.ts'

type Told = { holder: ReturnType<typeof holderOf>; locale: Locale; now: Date }

/** Tells a company that it will be called; one without an address is called all the same. */
export function tellReceived(db: Database, told: Told) {
  return tell(db, 'contracting.received', told)
}

/** Tells an applicant that a person looks at their details before there is anything to sign. */
export function tellBeingChecked(db: Database, told: Told) {
  return tell(db, 'contracting.beingChecked', told)
}

/** Tells an applicant that there is no contract, and where to ask why. */
export function tellNotAccepted(db: Database, told: Told) {
  return tell(db, 'contracting.notAccepted', told)
}

type Kind = 'contracting.received' | 'contracting.beingChecked' | 'contracting.notAccepted'

/** By mail, to the address that was typed; who left none is not told. */
async function tell(db: Database, kind: Kind, { holder, locale, now }: Told) {
  if (holder.email === null) return
  await queueMessage(db, { kind, values: { name: holder.name }, toAddress: holder.email, locale }, now)
}
