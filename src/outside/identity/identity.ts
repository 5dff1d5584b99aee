/** Somebody who has just signed in at an identity provider. The token is for ending their session there, and stays here. */
export type SignedInElsewhere = {
  issuer: string
  subject: string
  email: string | null
  name: string | null
  idToken: string
}

/** What the reply of a sign-in must fit; kept by whoever began it. */
export type BegunSignIn = { state: string; nonce: string; verifier: string }

/** An identity provider by which people sign in elsewhere. */
export type IdentityProvider = {
  /** The page where somebody signs in; `isFresh` has them do so even where they are signed in already. */
  begin(wanted: { returnTo: string; isFresh: boolean }): Promise<{ address: string; begun: BegunSignIn }>
  /** Who came back, by the address that they came back to. @throws NotSignedIn */
  finish(reply: URL, begun: BegunSignIn, wanted: { isFresh: boolean }): Promise<SignedInElsewhere>
  /** Who stands behind a code that another program was given, for a nonce of its own. @throws NotSignedIn */
  redeem(wanted: { code: string; nonce: string; returnTo: string }): Promise<SignedInElsewhere>
  /** The page that ends the session there as well, and leads back with this state; null where the provider has none. */
  endAddress(wanted: { idToken: string; returnTo: string; state: string }): Promise<string | null>
}

/** The provider's reply proves nobody: refused there, altered, for somebody else, or too old. */
export class NotSignedIn extends Error {}
