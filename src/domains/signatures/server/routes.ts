import type { Actors } from '#domains/session/server/actors.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Refuse, Serve } from '#kit/server/serve.ts'
import { listSignatures, readSignature, sendSignatureCode, signDocument } from '../api.ts'
import { downloadSignatureDocument } from '../downloads.ts'
import { codeStanding, secondsToNextCode, standingOf, triesLeft } from '../rules.ts'
import { channelsOf } from './channels.ts'
import { presentPending, presentSignature } from './present.ts'
import { type SendNeeds, sendCode } from './send-code.ts'
import { fileNameOf, readDocument, type SignNeeds, sign } from './sign.ts'
import { countTry, findPending, findSignature, findSigner, type KeptSignature } from './store.ts'

const usedUp = { fields: { code: ['sent_code_used_up'] } }

type RefuseToSign = Refuse<typeof sendSignatureCode> | Refuse<typeof signDocument>

type Needs = { serve: Serve; actors: Pick<Actors, 'forget'> } & SendNeeds & SignNeeds

export function signatureRoutes({ serve, actors, ...needs }: Needs) {
  const { db, files, clock, provider, paperIn } = needs

  serve(listSignatures, async ({ actor: { customerIds, userId } }) => ({
    items: (await findPending(db, { customerIds, userId, now: clock() })).map(presentPending),
  }))

  serve(readSignature, {
    find: ({ actor, params }) => findOwn(actor, params.signatureId),
    act: ({ subject, actor }) => present(subject, actor),
  })

  serve(downloadSignatureDocument, {
    find: ({ actor, params }) => findOwn(actor, params.signatureId),
    async act({ subject: { title, locale, documentKey, sealedKey }, query: { type, disposition }, reply }, refuse) {
      const key = type === 'signed' ? sealedKey : documentKey
      if (!key) throw refuse('not_signed')
      // Shown within the page it is drawn by the browser's own reader, in a frame of ours.
      if (disposition === 'inline')
        reply
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
          .header('x-frame-options', 'SAMEORIGIN')
      return {
        content: await readDocument(files, key),
        fileName: fileNameOf(type === 'signed' ? paperIn(locale).say('signedName', { title }) : title),
        mediaType: 'application/pdf',
        isInline: disposition === 'inline',
      }
    },
  })

  serve(sendSignatureCode, {
    find: ({ actor, params }) => findOwn(actor, params.signatureId),
    permit: refuseEnded,
    async act({ subject: signature, actor, body: { channel, document_sha256 } }, refuse) {
      refuseUnread(signature, document_sha256, refuse)
      const signer = await findSigner(db, actor.userId)
      const to = channelsOf(signature, signer).find((each) => each.channel === channel)
      if (!to) throw refuse('no_phone', { fields: { channel: ['no_phone'] } })
      const { userId, locale } = actor
      if (!(await sendCode(needs, { signature, to, signer: { userId, locale } }))) {
        const current = await findAgain(signature)
        refuseEnded(current, refuse)
        throw refuse('too_many_codes', { retryAfterSeconds: secondsToNextCode(current.codeTimes, clock()) })
      }
      return present(await findAgain(signature), actor)
    },
  })

  serve(signDocument, {
    find: ({ actor, params }) => findOwn(actor, params.signatureId),
    permit: refuseEnded,
    async act({ subject: signature, actor, body, request }, refuse) {
      refuseUnread(signature, body.document_sha256, refuse)
      const code = await countTry(db, signature, clock())
      if (!code) {
        const current = await findAgain(signature)
        refuseEnded(current, refuse)
        if (codeStanding(current.code, clock()) === 'used_up') throw refuse('too_many_attempts', usedUp)
        throw refuse('code_expired')
      }
      if (!(await provider.isRightCode({ signatureId: signature.id, proof: code.proof, code: body.code }))) {
        const left = triesLeft(code)
        if (left === 0) throw refuse('too_many_attempts', usedUp)
        throw refuse('code_wrong', { fields: { code: ['sent_code_wrong'] }, extra: { tries_left: left } })
      }
      const isSigned = await sign(needs, {
        signature,
        code,
        signer: { userId: actor.userId, name: (await findSigner(db, actor.userId)).name },
        address: request.ip,
        browser: request.headers['user-agent'] ?? '',
        requestId: request.id,
      })
      // Whom they see may be more from now on.
      actors.forget(actor.userId)
      const current = await findAgain(signature)
      if (!isSigned) {
        refuseEnded(current, refuse)
        throw refuse('code_expired')
      }
      return present(current, actor)
    },
  })

  // What is no such id names nothing of anybody.
  async function findOwn(
    { customerIds, userId }: CustomerActor,
    signatureId: string,
  ): Promise<KeptSignature | undefined> {
    return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(signatureId)
      ? findSignature(db, { customerIds, userId, signatureId })
      : undefined
  }

  async function findAgain({ customerId, id }: KeptSignature): Promise<KeptSignature> {
    return (await findSignature(db, { customerIds: [customerId], signatureId: id }))!
  }

  async function present(signature: KeptSignature, { userId, customerIds }: CustomerActor) {
    // Of a claim nobody sees the contracts before they have signed.
    const seesContracts = signature.state === 'signed' || customerIds.includes(signature.customerId)
    return presentSignature(signature, { signer: await findSigner(db, userId), seesContracts, now: clock() })
  }

  /** Nobody signs another document than they have read: one that came to it meanwhile is read first. */
  function refuseUnread(signature: KeptSignature, read: string | undefined, refuse: RefuseToSign) {
    if (read !== undefined && read !== signature.documentSha256) throw refuse('document_changed')
  }

  function refuseEnded(signature: KeptSignature, refuse: RefuseToSign) {
    switch (standingOf(signature, clock())) {
      case 'signed':
        throw refuse('already_signed')
      case 'expired':
        throw refuse('signature_expired')
      case 'cancelled':
        throw refuse('signature_cancelled')
    }
  }
}
