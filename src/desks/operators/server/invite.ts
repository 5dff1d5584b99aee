import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { seal, unseal } from '#domains/session/server/sealed-text.ts'
import { operatorRoles } from '#kit/operator-role.ts'
import { addOperator, hasAdministrator, makeOperatorLink, type NewOperator, operatorsOf } from './operator-store.ts'

/** Where the page of a link stands; what opens it follows behind a #, which browsers tell no server. */
const activationPath = '/operator/activate'

/** Mails an operator the link by which they come in. What the outbox keeps of it is sealed. */
export async function mailLink(
  db: Database,
  { userId, name, sealingKeys, now }: { userId: number; name: string; sealingKeys: KeyRing; now: Date },
) {
  const secret = await makeOperatorLink(db, { userId, now })
  const link = `${activationPath}?sealed=${seal(secret, sealingKeys)}` as const
  await queueMessage(db, { kind: 'desk-operators.invited', values: { name }, userId, link }, now)
}

/** A link of the outbox as its reader is to have it; one that leads elsewhere stays as it is. */
export function openedOperatorLink(link: string, sealingKeys: KeyRing): string {
  const sealed = link.startsWith(`${activationPath}?`) && new URLSearchParams(link.split('?')[1]).get('sealed')
  const secret = sealed && unseal(sealed, sealingKeys)
  return secret ? `${activationPath}#${secret}` : link
}

/** Makes an operator and answers the secret of their link, for commands; undefined where the log-in is somebody's already. */
export async function makeOperator(db: Database, given: NewOperator, now: Date): Promise<string | undefined> {
  const userId = await addOperator(db, given)
  return userId === undefined ? undefined : makeOperatorLink(db, { userId, now })
}

/** The secret of a link for the first operator of a portal that nobody keeps yet; undefined where somebody does. */
export async function firstOperatorLink(db: Database, now: Date): Promise<string | undefined> {
  if (await hasAdministrator(db, now)) return undefined
  const present = (await operatorsOf(db, now)).find(({ roles }) => roles.includes('administrator'))
  const userId =
    present?.id ??
    (await addOperator(db, { login: 'operator', name: 'Operator', email: '', locale: 'es', roles: operatorRoles }))
  return userId === undefined ? undefined : makeOperatorLink(db, { userId, now })
}

/** Where an operator opens their link. */
export function operatorLinkAddress(
  { publicOrigin, port, basePath }: { publicOrigin?: string; port: number; basePath: string },
  secret: string,
): string {
  return `${publicOrigin ?? `http://localhost:${port}`}${basePath}${activationPath}#${secret}`
}
