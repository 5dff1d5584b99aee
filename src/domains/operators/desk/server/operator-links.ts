import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { operatorRoles } from '#kit/operator-role.ts'
import { decryptText, encryptText } from '#kit/server/encrypted-text.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import {
  createOperatorLink,
  findAllOperators,
  hasAdministrator,
  insertOperator,
  type NewOperator,
} from './operator-store.ts'

/**
 * The path of the page for invitation links. The secret follows in the fragment, which browsers do not send to servers.
 */
const activationPath = '/operator/activate'

/** Mails an operator their one-time link. It is stored encrypted in the outbox. */
export async function sendOperatorLink(
  db: Database,
  { userId, name, encryptionKeys, now }: { userId: number; name: string; encryptionKeys: KeyRing; now: Date },
) {
  const secret = await createOperatorLink(db, { userId, now })
  const link = `${activationPath}?sealed=${encryptText(secret, encryptionKeys)}` as const
  await queueMessage(db, { kind: 'desk-operators.invited', values: { name }, userId, link }, now)
}

/** Decrypts an operator link from the outbox for its recipient. Any other link is returned unchanged. */
export function decryptOperatorLink(link: string, encryptionKeys: KeyRing): string {
  const encryptedSecret = link.startsWith(`${activationPath}?`) && new URLSearchParams(link.split('?')[1]).get('sealed')
  const secret = encryptedSecret && decryptText(encryptedSecret, encryptionKeys)
  return secret ? `${activationPath}#${secret}` : link
}

/** Creates an operator and returns the secret of their link, for commands. Returns undefined if the login is taken. */
export async function createOperator(db: Database, operator: NewOperator, now: Date): Promise<string | undefined> {
  const userId = await insertOperator(db, operator)
  return userId === undefined ? undefined : createOperatorLink(db, { userId, now })
}

/**
 * Creates the link for the first operator of a portal without operators and returns its secret. Returns undefined if
 * there is an operator.
 */
export async function createFirstOperatorLink(db: Database, now: Date): Promise<string | undefined> {
  if (await hasAdministrator(db, now)) return undefined
  const existing = (await findAllOperators(db, now)).find(({ roles }) => roles.includes('administrator'))
  const userId =
    existing?.id ??
    (await insertOperator(db, { login: 'operator', name: 'Operator', email: '', locale: 'es', roles: operatorRoles }))
  return userId === undefined ? undefined : createOperatorLink(db, { userId, now })
}

/** Returns the URL at which an operator opens their link. */
export function operatorLinkAddress(
  { publicOrigin, port, basePath }: { publicOrigin?: string; port: number; basePath: string },
  secret: string,
): string {
  return `${publicOrigin ?? `http://localhost:${port}`}${basePath}${activationPath}#${secret}`
}
