import type { Signature } from '../api.ts'
import { codeStanding, standingOf, triesLeft } from '../rules.ts'
import { channelsOf } from './channels.ts'
import type { KeptSignature } from './store.ts'

/** A signature as its page shows it to whoever signs. */
export function presentSignature(
  signature: KeptSignature,
  signer: { name: string; email: string },
  now: Date,
): Signature {
  const { id, title, holder, createdAt, expiresAt, signedAt, code } = signature
  const state = standingOf(signature, now)
  const isOpen = state === 'waiting' && codeStanding(code, now) === 'open'
  return {
    id,
    state,
    title,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    signed_at: signedAt?.toISOString() ?? null,
    signer: { name: signature.signedBy ?? signer.name, holder },
    contract: contractOf(signature),
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

/** A signature as it is pointed at where it is not on its own page. */
export function presentPending(signature: KeptSignature) {
  const { id, title, expiresAt } = signature
  return { id, url: `/signature/${id}`, title, expires_at: expiresAt.toISOString(), contract: contractOf(signature) }
}

function contractOf({ contract }: KeptSignature) {
  return contract && { name: contract.name, type: contract.energy }
}
