import { createServer, type Server, type Socket } from 'node:net'
import { copiesFromClient, leavesTransactionOpen, type WireUnit, wireUnits } from './wire-units.ts'

/** The one thing asked of the database behind the socket: answer a unit of the wire protocol. */
export type WireDatabase = { execProtocolRaw(unit: Uint8Array): Promise<Uint8Array> }

const rollback = simpleQuery('rollback')
// Settings, role, prepared statements, cursors, temporary tables, session locks and channels that are listened to; as a
// simple query it also drops the statement without a name. Who is signed in is no part of it here.
const resets = [simpleQuery('set session authorization postgres'), simpleQuery('discard all')]
const refusal = Buffer.from('N')
// Sent instead of a copy from the client: the database would wait for rows inside its only call, and end by that.
const copyRefusal = simpleQuery(
  "do $$ begin raise feature_not_supported using message = 'The embedded database takes no COPY FROM STDIN: use INSERT.'; end $$",
)
// Nothing of the program is silent for so long inside a transaction, which keeps everybody else waiting.
const longestSilenceMilliseconds = 60_000

/**
 * Lets many clients speak to a database that has a single session. Units run one after another; a client that is inside a
 * transaction keeps its turn until the transaction ends, and loses it by rollback when it disconnects or is silent for too
 * long. What a client has changed about the session lasts for its turn: before another one begins, it is reset.
 */
export function wireServer(database: WireDatabase, { silenceMilliseconds = longestSilenceMilliseconds } = {}): Server {
  const turns = turnTaking()
  let sessionUser: symbol | undefined

  async function beginTurn(client: symbol) {
    await turns.take(client)
    if (sessionUser === client) return
    if (sessionUser !== undefined) for (const reset of resets) await database.execProtocolRaw(reset)
    sessionUser = client
  }

  return createServer((socket) => {
    const client = Symbol('client')
    const cut = wireUnits()
    let last: Promise<void> = Promise.resolve()
    let inTransaction = false
    let silence: NodeJS.Timeout | undefined

    async function answer(unit: WireUnit) {
      if (unit.kind === 'refuseEncryption') return void socket.write(refusal)
      if (unit.kind === 'end') return void socket.end()
      clearTimeout(silence)
      await beginTurn(client)
      try {
        const reply = await database.execProtocolRaw(copiesFromClient(unit.bytes) ? copyRefusal : unit.bytes)
        inTransaction = leavesTransactionOpen(reply)
        if (socket.writable) socket.write(reply)
      } finally {
        if (!inTransaction) turns.leave(client)
        else silence = setTimeout(() => socket.destroy(), silenceMilliseconds)
      }
    }

    async function leave() {
      clearTimeout(silence)
      if (!inTransaction) return turns.forget(client)
      await database.execProtocolRaw(rollback)
      inTransaction = false
      turns.leave(client)
    }

    socket.on('data', (received) => {
      for (const unit of cut(received)) last = last.then(() => answer(unit)).catch((error) => drop(socket, error))
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      last = last.then(leave)
    })
  })
}

function turnTaking() {
  let owner: symbol | undefined
  const waiting: { client: symbol; start: () => void }[] = []

  function leave(client: symbol) {
    if (owner !== client) return
    const next = waiting.shift()
    owner = next?.client
    next?.start()
  }

  return {
    leave,
    take(client: symbol): Promise<void> {
      if (owner === undefined || owner === client) {
        owner = client
        return Promise.resolve()
      }
      return new Promise((start) => waiting.push({ client, start }))
    },
    forget(client: symbol) {
      const place = waiting.findIndex((turn) => turn.client === client)
      if (place >= 0) waiting.splice(place, 1)
      leave(client)
    },
  }
}

function drop(socket: Socket, error: Error) {
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
