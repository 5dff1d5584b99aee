import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

// Less than a pool waits for a connection, which would otherwise break off what is still looked for.
const searchMilliseconds = 4_000
const probeMilliseconds = 2_000
const againMilliseconds = 200

type Place = { host: string; port: number }

/** None of the servers that were named takes writes; one of them may do so soon. */
class NoPrimary extends Error {
  override name = 'NoPrimary'
  /** PostgreSQL's own code for "cannot connect now". */
  code = '57P03'
}

/**
 * The addresses that a connection string stands for: `postgres://user@one:5432,two:5432/portal` names a primary and its
 * replicas, in any order, as PostgreSQL's own programs take it.
 */
export function addressesIn(connectionString: string): string[] {
  const parts = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(connectionString)
  if (!parts?.[2]?.includes(',')) return [connectionString]
  const [, before, hosts, after] = parts
  return hosts!.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * What opens connections to the database of a connection string. Where that names several servers it is whichever takes
 * writes when a connection is opened, so that a promoted replica is found without a restart.
 */
export function clientOf(connectionString: string): { connectionString: string; Client: typeof pg.Client } {
  const addresses = addressesIn(connectionString)
  const [first] = addresses
  if (addresses.length === 1) return { connectionString, Client: pg.Client }
  const find = searchOf(addresses)

  class ClientOfPrimary extends pg.Client {
    override connect(): Promise<this>
    override connect(done: (error: Error) => void): void
    override connect(done?: (error: Error) => void): Promise<this> | undefined {
      const connected = find().then((place) => {
        Object.assign(this, place)
        return super.connect() as unknown as Promise<this>
      })
      if (!done) return connected
      connected.then(() => (done as () => void)(), done)
    }
  }
  return { connectionString: first!, Client: ClientOfPrimary }
}

/** Who looks for the primary at the same time looks once. */
function searchOf(addresses: string[]): () => Promise<Place> {
  let search: Promise<Place> | undefined
  return () => {
    search ??= findPrimary(addresses).finally(() => {
      search = undefined
    })
    return search
  }
}

async function findPrimary(addresses: string[]): Promise<Place> {
  for (const until = performance.now() + searchMilliseconds; ; await pause(againMilliseconds)) {
    try {
      return await Promise.any(addresses.map(placeIfPrimary))
    } catch (failure) {
      if (performance.now() < until) continue
      const met = (failure as AggregateError).errors.map((error: Error) => error.message || error.name)
      throw new NoPrimary(`No server of the database takes writes: ${met.join('; ')}.`)
    }
  }
}

async function placeIfPrimary(address: string): Promise<Place> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: probeMilliseconds,
    query_timeout: probeMilliseconds,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as "isReplica"')
    if (rows[0].isReplica) throw new Error('a replica')
    return { host: client.host, port: client.port }
  } finally {
    void client.end().catch(() => {})
  }
}
