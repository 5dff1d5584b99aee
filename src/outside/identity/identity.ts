/**
 * A user who has just signed in at an identity provider. The token serves to end the session there and stays on the
 * server.
 */
export type ProviderIdentity = {
  issuer: string
  subject: string
  email: string | null
  name: string | null
  idToken: string
}

/** The values that the reply to a sign-in has to match, stored for the user who started it. */
export type PendingSignIn = { state: string; nonce: string; verifier: string }

/** An external identity provider for sign-in. */
export type IdentityProvider = {
  /** Returns the address of the sign-in page. `isFresh` requires a new sign-in even if the user has a session there. */
  begin(options: { returnTo: string; isFresh: boolean }): Promise<{ address: string; pending: PendingSignIn }>
  /** Returns the user for the address to which the provider redirected. @throws NotSignedInError */
  finish(reply: URL, pending: PendingSignIn, options: { isFresh: boolean }): Promise<ProviderIdentity>
  /**
   * Returns the user for a code that was issued to another program, with that program's nonce. @throws NotSignedInError
   */
  redeem(options: { code: string; nonce: string; returnTo: string }): Promise<ProviderIdentity>
  /**
   * Returns the page that also ends the session at the provider and redirects back with this state; null if the
   * provider has none.
   */
  endAddress(options: { idToken: string; returnTo: string; state: string }): Promise<string | null>
}

/** The provider's reply proves no identity: refused there, tampered with, issued for another client, or too old. */
export class NotSignedInError extends Error {}
