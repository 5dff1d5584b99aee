import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

// Shorter than the time that a pool waits for a connection, which would otherwise abort the search.
const searchMilliseconds = 4_000
const probeMilliseconds = 2_000
const retryMilliseconds = 200

type ServerLocation = { host: string; port: number }

/** None of the listed servers accepts writes at present. */
class NoPrimaryError extends Error {
  override name = 'NoPrimary'
  /** PostgreSQL's own code for "cannot connect now". */
  code = '57P03'
}

/**
 * Returns the addresses of a connection string: `postgres://user@one:5432,two:5432/portal` names a primary and its
 * replicas, in any order, in the syntax of libpq.
 */
export function listServerAddresses(connectionString: string): string[] {
  const parts = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(connectionString)
  if (!parts?.[2]?.includes(',')) return [connectionString]
  const [, before, hosts, after] = parts
  return hosts!.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * Returns the client class and address for the database of a connection string. With several servers, each new
 * connection goes to the one that accepts writes, so that a promoted replica is found without a restart.
 */
export function clientConfigFor(connectionString: string): { connectionString: string; Client: typeof pg.Client } {
  const addresses = listServerAddresses(connectionString)
  const [first] = addresses
  if (addresses.length === 1) return { connectionString, Client: pg.Client }
  const find = sharePrimarySearch(addresses)

  class ClientOfPrimary extends pg.Client {
    override connect(): Promise<this>
    override connect(done: (error: Error) => void): void
    override connect(done?: (error: Error) => void): Promise<this> | undefined {
      const connected = find().then((location) => {
        Object.assign(this, location)
        return super.connect() as unknown as Promise<this>
      })
      if (!done) return connected
      connected.then(() => (done as () => void)(), done)
    }
  }
  return { connectionString: first!, Client: ClientOfPrimary }
}

/** Shares one search for the primary between concurrent callers. */
function sharePrimarySearch(addresses: string[]): () => Promise<ServerLocation> {
  let search: Promise<ServerLocation> | undefined
  return () => {
    search ??= findPrimary(addresses).finally(() => {
      search = undefined
    })
    return search
  }
}

async function findPrimary(addresses: string[]): Promise<ServerLocation> {
  for (const deadline = performance.now() + searchMilliseconds; ; await pause(retryMilliseconds)) {
    try {
      return await Promise.any(addresses.map(probePrimary))
    } catch (failure) {
      if (performance.now() < deadline) continue
      const messages = (failure as AggregateError).errors.map((error: Error) => error.message || error.name)
      throw new NoPrimaryError(`No server of the database takes writes: ${messages.join('; ')}.`)
    }
  }
}

async function probePrimary(address: string): Promise<ServerLocation> {
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
