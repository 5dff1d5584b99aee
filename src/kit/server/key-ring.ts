import { errors, type JWTHeaderParameters } from 'jose'

/** A key with its id, which everything made with it states. */
export type SecretKey = { id: string; value: Uint8Array }

/** The keys of one purpose: the current one makes new texts and signatures, all of them read existing ones. */
export type KeyRing = {
  /** Returns the key that encrypts and signs. @throws if it is no longer certain to be the current one. */
  current(): SecretKey
  find(id: string): SecretKey | undefined
  all(): readonly SecretKey[]
}

/**
 * The id of a key that was created before keys had ids. Texts made with it state none, so that earlier programs can
 * read them.
 */
export const firstKeyId = '0'

/** Creates a ring of fixed keys, of which the last is the current one. */
export function keyRing(keys: readonly SecretKey[]): KeyRing {
  return {
    current: () => keys.at(-1)!,
    find: (id) => keys.find((key) => key.id === id),
    all: () => keys,
  }
}

/** Returns the header of a signed token that states its key. */
export function keyHeader({ id }: SecretKey): { kid?: string } {
  return id === firstKeyId ? {} : { kid: id }
}

/** Returns the resolver of a signed token's key, for `jwtVerify`. @throws an error of jose if there is none. */
export function keyOfToken(keys: KeyRing) {
  return ({ kid = firstKeyId }: JWTHeaderParameters): Uint8Array => {
    const key = keys.find(kid)
    if (!key) throw new errors.JWSSignatureVerificationFailed('no such key')
    return key.value
  }
}
