import { LRUCache } from 'lru-cache'
import { JsonText } from './reply.ts'

const mostBytes = 64_000_000

/** JSON that stays right as long as a version does. */
export type VersionedJson = {
  /** What was made under this key at this version, or what `make` makes now. */
  at(key: string, version: string, make: () => Promise<string>): Promise<JsonText>
}

/**
 * Remembers the JSON used last, as much as fits in 64 MB, without the white space that PostgreSQL puts into it and ready to
 * be sent.
 */
export function versionedJson(): VersionedJson {
  const known = new LRUCache<string, { version: string; json: JsonText }>({
    maxSize: mostBytes,
    sizeCalculation: ({ json }, key) => json.bytes.length + key.length + 1,
  })
  return {
    async at(key, version, make) {
      const kept = known.get(key)
      if (kept?.version === version) return kept.json
      const json = new JsonText(JSON.stringify(JSON.parse(await make())))
      known.set(key, { version, json })
      return json
    },
  }
}
