import type { Signature } from '../api.ts'
import { codeStateAt, signatureStateAt, triesLeft } from '../rules.ts'
import { codeDestinationsOf } from './code-channels.ts'
import type { StoredSignature } from './stored-signature.ts'

/** Returns a signature as its page shows it to the signer. */
export function presentSignature(
  signature: StoredSignature,
  { signer, seesContracts, now }: { signer: { name: string; email: string }; seesContracts: boolean; now: Date },
): Signature {
  const { id, title, holder, createdAt, expiresAt, signedAt, code } = signature
  const state = signatureStateAt(signature, now)
  const isOpen = state === 'waiting' && codeStateAt(code, now) === 'open'
  return {
    id,
    state,
    title,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    signed_at: signedAt?.toISOString() ?? null,
    signer: { name: signature.signedBy ?? signer.name, holder },
    ...contractsOf(seesContracts ? signature : { contracts: [] }),
    document_sha256: signature.documentSha256,
    summary: presentSummary(signature.summary),
    annex: presentAnnex(signature.annex),
    channels: codeDestinationsOf(signature, signer).map(({ channel, masked }) => ({ channel, to: masked })),
    code:
      code && isOpen
        ? {
            channel: code.channel,
            to: code.to,
            expires_at: code.expiresAt.toISOString(),
            tries_left: triesLeft(code),
          }
        : null,
    documents: [
      ...(signature.summary ? (['summary'] as const) : []),
      'original',
      ...(signature.annex ? (['annex'] as const) : []),
      ...(state === 'signed' ? (['signed'] as const) : []),
      ...(state === 'signed' && signature.annex ? (['signed_annex'] as const) : []),
    ],
  }
}

function presentSummary(summary: StoredSignature['summary']): Signature['summary'] {
  return (
    summary && {
      sha256: summary.sha256,
      sent_at: summary.sentAt.toISOString(),
      read_at: summary.readAt?.toISOString() ?? null,
      papers: summary.papers,
    }
  )
}

function presentAnnex(annex: StoredSignature['annex']): Signature['annex'] {
  return annex && { sha256: annex.sha256, accepted_at: annex.acceptedAt?.toISOString() ?? null, paper: annex.paper }
}

/** Returns a pending signature as a list shows it. */
export function presentPending(signature: StoredSignature) {
  const { id, title, expiresAt } = signature
  return { id, url: `/signature/${id}`, title, expires_at: expiresAt.toISOString(), ...contractsOf(signature) }
}

function contractsOf(signature: Pick<StoredSignature, 'contracts'>) {
  const contracts = signature.contracts.map(({ name, energy }) => ({ name, type: energy }))
  return { contract: contracts[0] ?? null, contracts }
}
