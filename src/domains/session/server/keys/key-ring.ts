import { errors, type JWTHeaderParameters } from 'jose'

/** A key by its id, which whatever is made with it carries along. */
export type SecretKey = { id: string; value: Uint8Array }

/** The keys of one purpose: one is used for what is new, all of them for what there is. */
export type KeyRing = {
  /** The one that seals and signs. @throws where it is not certain any more that it still is the one. */
  current(): SecretKey
  find(id: string): SecretKey | undefined
  all(): readonly SecretKey[]
}

/** The id of a key that was made before keys had ids: what it made carries none, so that earlier programs read it. */
export const firstKeyId = '0'

/** A ring of keys that stay as they are, the last of which is used. */
export function keyRing(keys: readonly SecretKey[]): KeyRing {
  return {
    current: () => keys.at(-1)!,
    find: (id) => keys.find((key) => key.id === id),
    all: () => keys,
  }
}

/** What a signed token says of the key that it was signed with. */
export function keyHeader({ id }: SecretKey): { kid?: string } {
  return id === firstKeyId ? {} : { kid: id }
}

/** Finds the key of a signed token, for `jwtVerify`. @throws an error of jose where there is none. */
export function keyOfToken(keys: KeyRing) {
  return ({ kid = firstKeyId }: JWTHeaderParameters): Uint8Array => {
    const key = keys.find(kid)
    if (!key) throw new errors.JWSSignatureVerificationFailed('no such key')
    return key.value
  }
}
