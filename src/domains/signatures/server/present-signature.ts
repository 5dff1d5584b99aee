import type { Signature } from '../api.ts'
import { codeStatus, statusOfSignature, triesLeft } from '../rules.ts'
import { channelsOf } from './code-channels.ts'
import type { StoredSignature } from './stored-signature.ts'

/** Returns a signature as its page shows it to the signer. */
export function presentSignature(
  signature: StoredSignature,
  { signer, seesContracts, now }: { signer: { name: string; email: string }; seesContracts: boolean; now: Date },
): Signature {
  const { id, title, holder, createdAt, expiresAt, signedAt, code } = signature
  const state = statusOfSignature(signature, now)
  const isOpen = state === 'waiting' && codeStatus(code, now) === 'open'
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
    channels: channelsOf(signature, signer).map(({ channel, masked }) => ({ channel, to: masked })),
    code:
      code && isOpen
        ? {
            channel: code.channel,
            to: code.to,
            expires_at: code.expiresAt.toISOString(),
            tries_left: triesLeft(code),
          }
        : null,
    documents: state === 'signed' ? ['original', 'signed'] : ['original'],
  }
}

/** Returns a signature as it is referred to outside its own page. */
export function presentPending(signature: StoredSignature) {
  const { id, title, expiresAt } = signature
  return { id, url: `/signature/${id}`, title, expires_at: expiresAt.toISOString(), ...contractsOf(signature) }
}

function contractsOf(signature: Pick<StoredSignature, 'contracts'>) {
  const contracts = signature.contracts.map(({ name, energy }) => ({ name, type: energy }))
  return { contract: contracts[0] ?? null, contracts }
}
