import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { SignatureProvider } from '#outside/signature/signature-provider.ts'
import type { SmsSender } from '#outside/sms/sms-sender.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { codeLifeMinutes } from '../rules.ts'
import type { CodeDestination } from './code-channels.ts'
import { redactCodesOf } from './redact-signature-codes.ts'
import { storeCode } from './signature-store.ts'
import type { StoredSignature } from './stored-signature.ts'

export type SendCodeDeps = {
  db: Kysely<DB>
  provider: SignatureProvider
  sms: SmsSender
  clock: () => Date
  /** Returns the content of the text message. */
  smsText: (locale: Locale, values: { code: string; minutes: number }) => string
}

/**
 * Sends a new code, which replaces the last one. Returns false when the limit of codes per hour is reached, or the
 * signature has ended meanwhile. @throws when the text message is not accepted; its code is stored and counts.
 */
export async function sendCode(
  { db, provider, sms, clock, smsText }: SendCodeDeps,
  {
    signature,
    destination,
    signer,
  }: { signature: StoredSignature; destination: CodeDestination; signer: { userId: number; locale: Locale } },
): Promise<boolean> {
  const { id, title } = signature
  const { channel, to, masked } = destination
  const now = clock()
  const { codeHash, codeToDeliver: code } = await provider.issueCode({ signatureId: id, channel, to })
  const isStored = await db.transaction().execute(async (transaction) => {
    if (!(await storeCode(transaction, signature, { codeHash, channel, to: masked, now }))) return false
    await redactCodesOf(transaction, id)
    if (code && channel === 'email') {
      const values = { code, title, minutes: codeLifeMinutes, signatureId: id }
      await queueMessage(transaction, { kind: 'signatures.code', userId: signer.userId, values }, now)
    }
    return true
  })
  // A text message cannot be recalled, so it is sent only once its code is stored.
  if (isStored && code && channel === 'sms') {
    await sms.send({ to, text: smsText(signer.locale, { code, minutes: codeLifeMinutes }), at: now })
  }
  return isStored
}
