import { createServer, type Server, type Socket } from 'node:net'
import { leavesTransactionOpen, type WireUnit, wireUnits } from './wire-units.ts'

/** The one thing asked of the database behind the socket: answer a unit of the wire protocol. */
export type WireDatabase = { execProtocolRaw(unit: Uint8Array): Promise<Uint8Array> }

const rollback = simpleQuery('rollback; discard temp')
const refusal = Buffer.from('N')

/**
 * Lets many clients speak to a database that has a single connection. Units run one after another; a client that is
 * inside a transaction keeps its turn until the transaction ends, and loses it by rollback when it disconnects.
 */
export function wireServer(database: WireDatabase): Server {
  const turns = turnTaking()

  return createServer((socket) => {
    const client = Symbol('client')
    const cut = wireUnits()
    let last: Promise<void> = Promise.resolve()
    let inTransaction = false

    async function answer(unit: WireUnit) {
      if (unit.kind === 'refuseEncryption') return void socket.write(refusal)
      if (unit.kind === 'end') return void socket.end()
      await turns.take(client)
      try {
        const reply = await database.execProtocolRaw(unit.bytes)
        inTransaction = leavesTransactionOpen(reply)
        if (socket.writable) socket.write(reply)
      } finally {
        if (!inTransaction) turns.leave(client)
      }
    }

    async function leave() {
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
