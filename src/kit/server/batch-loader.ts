/**
 * Batches keys that are requested one by one: while a load is under way, further keys wait and are then loaded
 * together. A request never receives a result whose load began before the request was made.
 */
export function batchLoader<Key, Value>(
  loadBatch: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  type PendingRequest = { key: Key; resolve: (loaded: Value | undefined) => void; fail: (error: unknown) => void }
  let pending: PendingRequest[] = []
  let isLoading = false

  async function loadPending() {
    isLoading = true
    while (pending.length) {
      const batch = pending
      pending = []
      try {
        const loaded = await loadBatch([...new Set(batch.map(({ key }) => key))])
        for (const { key, resolve } of batch) resolve(loaded.get(key))
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
    }
    isLoading = false
  }

  return (key) =>
    new Promise((resolve, fail) => {
      pending.push({ key, resolve, fail })
      if (!isLoading) void loadPending()
    })
}
