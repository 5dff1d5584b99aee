import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { seal, unseal } from '#domains/session/server/sealed-text.ts'
import type { LinkPurpose } from '../rules.ts'

/** The page of each kind of link, in key form. */
const pages = { activation: '/activation', reset: '/reset-password' } as const satisfies Record<LinkPurpose, string>

/** What the secret of a link is called where a browser brings it: in the address of the mail, and then in a cookie. */
export const linkNames = { activation: 'activation_link', reset: 'reset_link' } as const satisfies Record<
  LinkPurpose,
  string
>

const sealedName = 'sealed'

/** A link as the outbox keeps it: its secret is encrypted until the mail is written. */
export function sealedLink(purpose: LinkPurpose, secret: string, sealingKeys: KeyRing): `/${string}` {
  return `${pages[purpose]}?${sealedName}=${seal(secret, sealingKeys)}`
}

/** A link of the outbox as its reader is to have it; one without a secret stays as it is. */
export function openedLink(link: string, sealingKeys: KeyRing): string {
  const [path, query] = link.split('?')
  const purpose = (Object.keys(pages) as LinkPurpose[]).find((each) => pages[each] === path)
  const sealed = new URLSearchParams(query).get(sealedName)
  const secret = purpose && sealed && unseal(sealed, sealingKeys)
  return secret ? `${path}?${linkNames[purpose]}=${secret}` : link
}

/** The secret that the query of an address brings, and of which kind. */
export function linkIn(query: URLSearchParams): { purpose: LinkPurpose; secret: string } | undefined {
  for (const purpose of Object.keys(linkNames) as LinkPurpose[]) {
    const secret = query.get(linkNames[purpose])
    if (secret) return { purpose, secret }
  }
  return undefined
}

/**
 * Where somebody goes on who came by a link, in key form: to choose a password, or where it is over to be told what became of
 * it, or to ask anew. Whoever is signed in goes on to what it was mailed to sign.
 */
export function afterLink(purpose: LinkPurpose, { isOpen, goOn }: { isOpen: boolean; goOn: string | null }): string {
  const query = new URLSearchParams(isOpen ? { step: 'password' } : { failed: 'link_over' })
  if (goOn !== null) query.set('redirectPath', goOn)
  return `${pages[purpose]}?${query}`
}
