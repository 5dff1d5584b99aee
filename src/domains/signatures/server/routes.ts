import type { Actors } from '#domains/session/server/sessions/actors.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Refuse, Serve } from '#kit/server/serve.ts'
import {
  acceptSignatureAnnex,
  listSignatures,
  markSignatureSummaryRead,
  readSignature,
  sendSignatureCode,
  signDocument,
} from '../api.ts'
import { downloadSignatureDocument } from '../downloads.ts'
import { codeStateAt, secondsToNextCode, type signatureDocuments, signatureStateAt, triesLeft } from '../rules.ts'
import { codeDestinationsOf } from './code-channels.ts'
import type { EvidenceDocumentContext } from './evidence-document.ts'
import { presentPending, presentSignature } from './present-signature.ts'
import { type SendCodeDeps, sendCode } from './send-code.ts'
import { cancelSignature, type SignDeps, signDocumentWithCode } from './sign.ts'
import { handlerInputOf } from './signature-handlers.ts'
import {
  countTry,
  findPending,
  findSignature,
  findSigner,
  markAnnexAccepted,
  markSummaryRead,
} from './signature-store.ts'
import { fileNameOf, readDocument } from './stored-documents.ts'
import type { StoredSignature } from './stored-signature.ts'

const codeUsedUp = { fields: { code: ['sent_code_used_up'] } }

type RefuseToSign = Refuse<typeof sendSignatureCode> | Refuse<typeof signDocument>
type RefuseEnded = RefuseToSign | Refuse<typeof markSignatureSummaryRead> | Refuse<typeof acceptSignatureAnnex>

type SignatureDocument = (typeof signatureDocuments)[number]

type SignatureRouteDeps = { serve: Serve; actors: Pick<Actors, 'forget'> } & SendCodeDeps & SignDeps

/** Registers the calls by which customers read and sign documents. */
export function signatureRoutes({ serve, actors, ...deps }: SignatureRouteDeps) {
  const { db, files, clock, provider, documentContextFor } = deps

  serve(listSignatures, async ({ actor: { customerIds, userId } }) => ({
    items: (await findPending(db, { customerIds, userId, now: clock() })).map(presentPending),
  }))

  serve(readSignature, {
    find: ({ actor, params }) => findOwn(actor, params.signatureId),
    act: ({ subject, actor }) => present(subject, actor),
  })

  serve(downloadSignatureDocument, {
    find: ({ actor, params }) => findOwn(actor, params.signatureId),
    async act({ subject, query: { type, disposition }, reply }, refuse) {
      const { locale } = subject
      const key = fileKeyOf(subject, type)
      if (!key) throw refuse(refusalOfMissing(type, subject))
      // Within the page it is shown by the browser's own PDF viewer, in a frame of ours.
      if (disposition === 'inline')
        reply
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
          .header('x-frame-options', 'SAMEORIGIN')
      return {
        content: await readDocument(files, key),
        fileName: fileNameOf(nameOf(type, subject, documentContextFor(locale).t)),
        mediaType: 'application/pdf',
        isInline: disposition === 'inline',
      }
    },
  })

  serve(markSignatureSummaryRead, {
    find: ({ actor, params }) => findOwn(actor, params.signatureId),
    permit: refuseEnded,
    async act({ subject: signature, actor, body: { summary_sha256: sha256 } }, refuse) {
      if (signature.summary === null) throw refuse('no_summary')
      if (!(await markSummaryRead(db, signature, { sha256, now: clock() }))) throw refuse('document_changed')
      return present(await reloadSignature(signature), actor)
    },
  })

  serve(acceptSignatureAnnex, {
    find: ({ actor, params }) => findOwn(actor, params.signatureId),
    permit: refuseEnded,
    async act({ subject: signature, actor, body: { annex_sha256: sha256 } }, refuse) {
      if (signature.annex === null) throw refuse('no_annex')
      if (!(await markAnnexAccepted(db, signature, { sha256, now: clock() }))) throw refuse('document_changed')
      return present(await reloadSignature(signature), actor)
    },
  })

  serve(sendSignatureCode, {
    find: ({ actor, params }) => findOwn(actor, params.signatureId),
    permit: refuseUnready,
    async act({ subject: signature, actor, body: { channel, document_sha256 } }, refuse) {
      refuseChangedDocument(signature, document_sha256, refuse)
      await refuseObstacle(signature, refuse)
      const signer = await findSigner(db, actor.userId)
      const destination = codeDestinationsOf(signature, signer).find((each) => each.channel === channel)
      if (!destination) throw refuse('no_phone', { fields: { channel: ['no_phone'] } })
      const { userId, locale } = actor
      if (!(await sendCode(deps, { signature, destination, signer: { userId, locale } }))) {
        const current = await reloadSignature(signature)
        refuseEnded(current, refuse)
        throw refuse('too_many_codes', { retryAfterSeconds: secondsToNextCode(current.codeTimes, clock()) })
      }
      return present(await reloadSignature(signature), actor)
    },
  })

  serve(signDocument, {
    find: ({ actor, params }) => findOwn(actor, params.signatureId),
    permit: refuseUnready,
    async act({ subject: signature, actor, body, request }, refuse) {
      refuseChangedDocument(signature, body.document_sha256, refuse)
      await refuseObstacle(signature, refuse)
      const code = await countTry(db, signature, clock())
      if (!code) {
        const current = await reloadSignature(signature)
        refuseEnded(current, refuse)
        if (codeStateAt(current.code, clock()) === 'used_up') throw refuse('too_many_attempts', codeUsedUp)
        throw refuse('code_expired')
      }
      if (!(await provider.isRightCode({ signatureId: signature.id, codeHash: code.codeHash, code: body.code }))) {
        const triesRemaining = triesLeft(code)
        if (triesRemaining === 0) throw refuse('too_many_attempts', codeUsedUp)
        throw refuse('code_wrong', { fields: { code: ['sent_code_wrong'] }, extra: { tries_left: triesRemaining } })
      }
      const isSigned = await signDocumentWithCode(deps, {
        signature,
        code,
        signer: { userId: actor.userId, name: (await findSigner(db, actor.userId)).name },
        address: request.ip,
        browser: request.headers['user-agent'] ?? '',
        requestId: request.id,
      })
      // Signing may prove a claim: the signer then sees another holder.
      actors.forget(actor.userId)
      const current = await reloadSignature(signature)
      if (!isSigned) {
        refuseEnded(current, refuse)
        throw refuse('code_expired')
      }
      return present(current, actor)
    },
  })

  // An invalid id matches nothing.
  async function findOwn(
    { customerIds, userId }: CustomerActor,
    signatureId: string,
  ): Promise<StoredSignature | undefined> {
    return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(signatureId)
      ? findSignature(db, { customerIds, userId, signatureId })
      : undefined
  }

  async function reloadSignature({ customerId, id }: StoredSignature): Promise<StoredSignature> {
    return (await findSignature(db, { customerIds: [customerId], signatureId: id }))!
  }

  async function present(signature: StoredSignature, { userId, customerIds }: CustomerActor) {
    // For a claim, the contracts are visible only after signing.
    const seesContracts = signature.state === 'signed' || customerIds.includes(signature.customerId)
    return presentSignature(signature, { signer: await findSigner(db, userId), seesContracts, now: clock() })
  }

  /** Refuses a document that has changed since the signer read it. Without a hash, the current one is meant. */
  function refuseChangedDocument(signature: StoredSignature, readHash: string | undefined, refuse: RefuseToSign) {
    if (readHash !== undefined && readHash !== signature.documentSha256) throw refuse('document_changed')
  }

  /** Refuses, and cancels, a document that must be requested anew. */
  async function refuseObstacle(signature: StoredSignature, refuse: RefuseToSign) {
    const now = clock()
    const handler = deps.handlers[signature.subject.kind]
    const obstacle = await handler?.obstacleTo?.(db, handlerInputOf(signature, now))
    if (!obstacle) return
    await cancelSignature(deps, signature, now)
    throw refuse(obstacle)
  }

  /** Refuses what has ended, and whose summary was not read or annex not accepted (Real Decreto 88/2026, art. 13 and 28.5). */
  function refuseUnready(signature: StoredSignature, refuse: RefuseToSign) {
    refuseEnded(signature, refuse)
    if (signature.summary?.readAt === null) throw refuse('summary_unread')
    if (signature.annex?.acceptedAt === null) throw refuse('annex_unaccepted')
  }

  /** Refuses a signature that was signed or has ended. */
  function refuseEnded(signature: StoredSignature, refuse: RefuseEnded) {
    switch (signatureStateAt(signature, clock())) {
      case 'signed':
        throw refuse('already_signed')
      case 'expired':
        throw refuse('signature_expired')
      case 'cancelled':
        throw refuse('signature_cancelled')
    }
  }
}

/** Returns the key of a file of a signature; null or undefined where there is none. */
function fileKeyOf({ documentKey, sealedKey, summary, annex }: StoredSignature, type: SignatureDocument) {
  return {
    ...{ summary: summary?.key, original: documentKey, signed: sealedKey },
    ...{ annex: annex?.key, signed_annex: annex?.sealedKey },
  }[type]
}

function refusalOfMissing(type: SignatureDocument, { annex }: StoredSignature) {
  if (type === 'summary') return 'no_summary'
  return annex === null && (type === 'annex' || type === 'signed_annex') ? 'no_annex' : 'not_signed'
}

function nameOf(type: SignatureDocument, { title, annex }: StoredSignature, t: EvidenceDocumentContext['t']): string {
  switch (type) {
    case 'original':
      return title
    case 'annex':
      return annex!.paper.title
    case 'signed_annex':
      return t('signedName', { title: annex!.paper.title })
    default:
      return t(`${type}Name`, { title })
  }
}
