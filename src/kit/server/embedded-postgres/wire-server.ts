import { createServer, type Server, type Socket } from 'node:net'
import { copiesFromClient, createUnitSplitter, leavesTransactionOpen, type WireUnit } from './wire-units.ts'

/** The only method needed of the database behind the socket: answer a unit of the wire protocol. */
export type WireDatabase = { execProtocolRaw(unit: Uint8Array): Promise<Uint8Array> }

const rollback = simpleQuery('rollback')
// Resets settings, role, prepared statements, cursors, temporary tables, session locks and LISTEN channels. A simple
// query also drops the unnamed statement. The connected user is irrelevant here.
const resets = [simpleQuery('set session authorization postgres'), simpleQuery('discard all')]
const refusal = Buffer.from('N')
// Sent instead of a copy from the client: the database would wait for rows inside its only call, and terminate because
// of it.
const copyRefusal = simpleQuery(
  "do $$ begin raise feature_not_supported using message = 'The embedded database takes no COPY FROM STDIN: use INSERT.'; end $$",
)
// No part of the program is silent for this long inside a transaction, which blocks all other clients.
const maxIdleMilliseconds = 60_000

/**
 * Serves many clients on a database that has a single session. Units run one after another. A client inside a
 * transaction keeps its turn until the transaction ends, and is rolled back when it disconnects or is silent for too
 * long. Session changes of a client last for its turn: the session is reset before another client's turn begins.
 */
export function createWireServer(
  database: WireDatabase,
  { silenceMilliseconds: idleMilliseconds = maxIdleMilliseconds } = {},
): Server {
  const turns = createTurnQueue()
  let sessionUser: symbol | undefined

  async function beginTurn(client: symbol) {
    await turns.acquire(client)
    if (sessionUser === client) return
    if (sessionUser !== undefined) for (const reset of resets) await database.execProtocolRaw(reset)
    sessionUser = client
  }

  return createServer((socket) => {
    const client = Symbol('client')
    const splitUnits = createUnitSplitter()
    let last: Promise<void> = Promise.resolve()
    let inTransaction = false
    let idleTimer: NodeJS.Timeout | undefined

    async function answerUnit(unit: WireUnit) {
      if (unit.kind === 'refuseEncryption') return void socket.write(refusal)
      if (unit.kind === 'end') return void socket.end()
      clearTimeout(idleTimer)
      await beginTurn(client)
      try {
        const reply = await database.execProtocolRaw(copiesFromClient(unit.bytes) ? copyRefusal : unit.bytes)
        inTransaction = leavesTransactionOpen(reply)
        if (socket.writable) socket.write(reply)
      } finally {
        if (!inTransaction) turns.leave(client)
        else idleTimer = setTimeout(() => socket.destroy(), idleMilliseconds)
      }
    }

    async function endSession() {
      clearTimeout(idleTimer)
      if (!inTransaction) return turns.cancel(client)
      await database.execProtocolRaw(rollback)
      inTransaction = false
      turns.leave(client)
    }

    socket.on('data', (received) => {
      for (const unit of splitUnits(received))
        last = last.then(() => answerUnit(unit)).catch((error) => destroySocket(socket, error))
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      last = last.then(endSession)
    })
  })
}

function createTurnQueue() {
  let owner: symbol | undefined
  const waiting: { client: symbol; start: () => void }[] = []

  function release(client: symbol) {
    if (owner !== client) return
    const next = waiting.shift()
    owner = next?.client
    next?.start()
  }

  return {
    leave: release,
    acquire(client: symbol): Promise<void> {
      if (owner === undefined || owner === client) {
        owner = client
        return Promise.resolve()
      }
      return new Promise((start) => waiting.push({ client, start }))
    },
    cancel(client: symbol) {
      const index = waiting.findIndex((turn) => turn.client === client)
      if (index >= 0) waiting.splice(index, 1)
      release(client)
    },
  }
}

function destroySocket(socket: Socket, error: Error) {
  socket.destroy(error)
}

function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}
