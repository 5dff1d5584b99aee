declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  /** The part of the provider that tests use; the package ships no types. */
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): RequestListener
    interactionDetails(
      request: unknown,
      response: unknown,
    ): Promise<{ prompt: { name: string }; params: { nonce?: string } }>
    interactionFinished(request: unknown, response: unknown, result: object): Promise<void>
    Grant: new (of: {
      accountId: string
      clientId: string
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
  }
}
