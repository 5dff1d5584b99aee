import { LRUCache } from 'lru-cache'
import { JsonText } from './reply.ts'

const maxBytes = 64_000_000

/** A cache of JSON that is valid for one version. */
export type VersionedJson = {
  /** Returns the JSON cached under this key at this version, or the result of `make`. */
  at(key: string, version: string, make: () => Promise<string>): Promise<JsonText>
}

/**
 * Creates a cache of the most recently used JSON, up to 64 MB, without the white space that PostgreSQL adds and ready
 * to be sent.
 */
export function versionedJson(): VersionedJson {
  const cache = new LRUCache<string, { version: string; json: JsonText }>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }, key) => json.bytes.length + key.length + 1,
  })
  return {
    async at(key, version, make) {
      const cached = cache.get(key)
      if (cached?.version === version) return cached.json
      const json = new JsonText(JSON.stringify(JSON.parse(await make())))
      cache.set(key, { version, json })
      return json
    },
  }
}
