import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { Locale } from '#kit/locale.ts'
import type { SignatureProvider } from '#outside/signature/signature.ts'
import type { Sms } from '#outside/sms/sms.ts'
import { codeLifeMinutes } from '../rules.ts'
import type { OpenChannel } from './channels.ts'
import { forgetCodesOf } from './forget-codes.ts'
import { type KeptSignature, putCode } from './store.ts'

export type SendNeeds = {
  db: Kysely<DB>
  provider: SignatureProvider
  sms: Sms
  clock: () => Date
  /** What a text message says. */
  smsText: (locale: Locale, values: { code: string; minutes: number }) => string
}

/** Sends a new code, with which the one before ends. False when none may be sent now. */
export async function sendCode(
  { db, provider, sms, clock, smsText }: SendNeeds,
  { signature, to, signer }: { signature: KeptSignature; to: OpenChannel; signer: { userId: number; locale: Locale } },
): Promise<boolean> {
  const { id, title } = signature
  const { channel } = to
  const now = clock()
  const { proof, codeToDeliver: code } = await provider.issueCode({ signatureId: id, channel, to: to.to })
  const isOut = await db.transaction().execute(async (transaction) => {
    if (!(await putCode(transaction, signature, { proof, channel, to: to.masked, now }))) return false
    await forgetCodesOf(transaction, id)
    if (code && channel === 'email') {
      const values = { code, title, minutes: codeLifeMinutes, signatureId: id }
      await queueMessage(transaction, { kind: 'signatures.code', userId: signer.userId, values }, now)
    }
    return true
  })
  // A message cannot be called back, so it goes out only once its code holds.
  if (isOut && code && channel === 'sms') {
    await sms.send({ to: to.to, text: smsText(signer.locale, { code, minutes: codeLifeMinutes }), at: now })
  }
  return isOut
}
