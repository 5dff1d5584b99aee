import type { LinkPurpose } from '#domains/session/link-purposes.ts'
import { decryptText, encryptText } from '#kit/server/encrypted-text.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'

/** The page for each kind of link, in key form. */
const linkPages = { activation: '/activation', reset: '/reset-password' } as const satisfies Record<LinkPurpose, string>

/** The name of the link secret in a browser: the query parameter of the mailed URL, and then the cookie. */
export const linkNames = { activation: 'activation_link', reset: 'reset_link' } as const satisfies Record<
  LinkPurpose,
  string
>

const encryptedParameter = 'sealed'

/** Returns a link as the outbox stores it: the secret stays encrypted until the mail is written. */
export function encryptLink(purpose: LinkPurpose, secret: string, encryptionKeys: KeyRing): `/${string}` {
  return `${linkPages[purpose]}?${encryptedParameter}=${encryptText(secret, encryptionKeys)}`
}

/** Decrypts a link from the outbox for its recipient. A link without a secret stays unchanged. */
export function decryptLink(link: string, encryptionKeys: KeyRing): string {
  const [path, query] = link.split('?')
  const purpose = (Object.keys(linkPages) as LinkPurpose[]).find((each) => linkPages[each] === path)
  const encrypted = new URLSearchParams(query).get(encryptedParameter)
  const secret = purpose && encrypted && decryptText(encrypted, encryptionKeys)
  return secret ? `${path}?${linkNames[purpose]}=${secret}` : link
}

/** Returns the link secret in the query of a URL, and its purpose. */
export function findLinkIn(query: URLSearchParams): { purpose: LinkPurpose; secret: string } | undefined {
  for (const purpose of Object.keys(linkNames) as LinkPurpose[]) {
    const secret = query.get(linkNames[purpose])
    if (secret) return { purpose, secret }
  }
  return undefined
}

/**
 * Returns where a visitor continues after following a link, in key form: to choose a password, or, if the link has
 * expired, to see its outcome or request another. Signed-in users go to what it was mailed to sign.
 */
export function linkDestination(
  purpose: LinkPurpose,
  { isOpen, redirectPath }: { isOpen: boolean; redirectPath: string | null },
): string {
  const query = new URLSearchParams(isOpen ? { step: 'password' } : { failed: 'link_over' })
  if (redirectPath !== null) query.set('redirectPath', redirectPath)
  return `${linkPages[purpose]}?${query}`
}
