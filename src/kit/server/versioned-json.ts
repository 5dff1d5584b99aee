import { LRUCache } from 'lru-cache'
import { JsonText } from './reply.ts'

const maxBytes = 16_000_000

/** A cache of replies as JSON, each valid for one version. */
export type VersionedJson = {
  /**
   * Returns the JSON cached under this key at this version, or that of the reply that `make` returns, which may be JSON
   * already.
   */
  at(key: string, version: number | string | null, make: () => Promise<unknown>): Promise<JsonText>
}

/** Creates a cache of the most recently used replies, up to 16 MB, ready to be sent. */
export function versionedJson(): VersionedJson {
  const cache = new LRUCache<string, { version: number | string | null; json: JsonText }>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }, key) => json.bytes.length + key.length + 1,
  })
  return {
    async at(key, version, make) {
      const cached = cache.get(key)
      if (cached?.version === version) return cached.json
      const made = await make()
      const json = made instanceof JsonText ? made : new JsonText(JSON.stringify(made))
      cache.set(key, { version, json })
      return json
    },
  }
}
