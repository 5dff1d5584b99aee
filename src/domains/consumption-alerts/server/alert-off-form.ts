import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queryOf } from '#kit/portal-address.ts'
import { form, invalidForm, type ServeForm } from '#kit/server/form.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { alertsPath } from '../paths.ts'
import { verifyAlertToken } from './alert-link.ts'
import { turnOff } from './alert-store.ts'

type AlertOffDeps = { serve: ServeForm; db: Kysely<DB>; sessionKeys: KeyRing; clock: () => Date }

/**
 * Serves the form of the page that turns off an alert, whose signed link is the proof. Mail programs post the same
 * address for their own button (RFC 8058).
 */
export function alertOffForm({ serve, db, sessionKeys: keys, clock }: AlertOffDeps) {
  serve(form({ page: alertsPath, access: 'anyone' }), async ({ address }) => {
    const link = queryOf(address).get('link') ?? ''
    const key = await verifyAlertToken(link, { keys, now: clock() })
    if (!key) return invalidForm('not_found')
    await turnOff(db, key)
    return { kind: 'redirect', address: `${alertsPath}?link=${encodeURIComponent(link)}` }
  })
}
