import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createKysely, openPool } from './database.ts'

const server = process.env.TEST_DATABASE_URL
let close: () => Promise<void>
afterEach(() => close?.())

/** A proxy to the database that can stop forwarding, as when a machine loses its network. */
async function wayTo(url: string) {
  const sockets = new Set<Socket>()
  let isCut = false
  const way = createServer((socket) => {
    const { hostname, port } = new URL(url)
    const onward = connect(Number(port), hostname)
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (part) => isCut || to.write(part))
    }
  })
  await new Promise<void>((done) => way.listen(0, '127.0.0.1', done))
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  address.port = String((way.address() as { port: number }).port)
  return {
    url: address.href,
    cut(isNow: boolean) {
      isCut = isNow
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => way.close(done))
    },
  }
}

// The embedded database is in this process and cannot lose its connection.
test.skipIf(!server)('discards a connection that gets no answer, and opens a new one', async () => {
  const way = await wayTo(server!)
  const pool = openPool({ url: way.url }, { connections: 1, answerSeconds: 1 })
  close = async () => {
    await pool.end()
    await way.close()
  }
  const db = createKysely<{ pg_class: { relname: string } }>(pool)
  const ask = () => db.selectFrom('pg_class').select('relname').limit(1).execute()
  expect(await ask()).toHaveLength(1)
  way.cut(true)
  const began = performance.now()
  await expect(db.transaction().execute(() => ask())).rejects.toThrow()
  expect(performance.now() - began).toBeLessThan(4_000)
  way.cut(false)
  expect(await ask()).toHaveLength(1)
})

test.skipIf(!server)('waits for an answer as long after a pause, and for each of several statements', async () => {
  const way = await wayTo(server!)
  const pool = openPool({ url: way.url }, { connections: 1, answerSeconds: 0.5 })
  close = async () => {
    await pool.end()
    await way.close()
  }
  const db = createKysely<{ pg_class: { relname: string } }>(pool)
  const ask = (from: typeof db = db) => from.selectFrom('pg_class').select('relname').limit(1).execute()
  expect(await ask()).toHaveLength(1)
  await pause(700)
  expect(await ask()).toHaveLength(1)
  way.cut(true)
  const [first, second] = await db
    .transaction()
    .execute((transaction) => Promise.allSettled([ask(transaction as never), ask(transaction as never)]))
    .catch((error: Error) => [error, error])
  expect(first).toMatchObject({ message: 'Query read timeout' })
  expect(second).toBe(first)
  way.cut(false)
  expect(await ask()).toHaveLength(1)
})
