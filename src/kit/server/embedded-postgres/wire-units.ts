const headerBytes = 5
const startupCodes = { version3: 196608, ssl: 80877103, gssEncryption: 80877104, cancel: 80877102 }

export type WireUnit = { kind: 'refuseEncryption' } | { kind: 'run'; bytes: Buffer } | { kind: 'end' }

/**
 * Splits the bytes of a PostgreSQL client into units that must run without another client in between: the start of a
 * connection, a simple query, or an extended query up to its Sync. The returned function takes the next bytes.
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function createUnitSplitter(): (received: Buffer) => WireUnit[] {
  let rest: Buffer = Buffer.alloc(0)
  let messages: Buffer[] = []
  let started = false

  function readStartup(units: WireUnit[]): boolean {
    if (rest.length < 8) return false
    const length = rest.readInt32BE(0)
    if (rest.length < length) return false
    const code = rest.readInt32BE(4)
    const message = rest.subarray(0, length)
    rest = rest.subarray(length)
    if (code === startupCodes.ssl || code === startupCodes.gssEncryption) units.push({ kind: 'refuseEncryption' })
    else if (code === startupCodes.cancel) units.push({ kind: 'end' })
    else {
      started = true
      units.push({ kind: 'run', bytes: message })
    }
    return true
  }

  function readMessage(units: WireUnit[]): boolean {
    if (rest.length < headerBytes) return false
    const length = 1 + rest.readInt32BE(1)
    if (rest.length < length) return false
    const type = String.fromCharCode(rest[0]!)
    const message = rest.subarray(0, length)
    rest = rest.subarray(length)
    if (type === 'X') units.push({ kind: 'end' })
    else {
      messages.push(message)
      if (type === 'Q' || type === 'S') {
        units.push({ kind: 'run', bytes: Buffer.concat(messages) })
        messages = []
      }
    }
    return true
  }

  return (received) => {
    rest = rest.length ? Buffer.concat([rest, received]) : received
    const units: WireUnit[] = []
    while (started ? readMessage(units) : readStartup(units));
    return units
  }
}

/** Checks whether an answer of the server leaves its connection inside a transaction, by its closing ReadyForQuery. */
export function leavesTransactionOpen(answer: Uint8Array): boolean {
  const status = answer.length >= 6 ? String.fromCharCode(answer[answer.length - 1]!) : 'I'
  return answer[answer.length - 6] === 'Z'.charCodeAt(0) && status !== 'I'
}

/** Checks whether a unit holds a statement that copies rows from its client. Bound values are not inspected. */
export function copiesFromClient(unit: Uint8Array): boolean {
  const bytes = Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength)
  for (let start = 0; start + headerBytes <= bytes.length; ) {
    const type = String.fromCharCode(bytes[start]!)
    const end = start + 1 + bytes.readInt32BE(start + 1)
    // The start of a connection is not a message of this form.
    if (end <= start) return false
    if (type === 'Q' || type === 'P') {
      const text = bytes.toString('latin1', start + headerBytes, end)
      if (/\bstdin\b/i.test(text) && /\bcopy\b/i.test(text)) return true
    }
    start = end
  }
  return false
}
