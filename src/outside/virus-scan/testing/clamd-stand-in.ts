import { type AddressInfo, createServer } from 'node:net'
import { eicar } from './suspicious-files.ts'

export type ClamdMode = 'answering' | 'silent' | 'limited' | 'closing'

/** Starts a local server that implements clamd's protocol for files and PING, and knows one virus. */
export async function startClamdStandIn() {
  let mode: ClamdMode = 'answering'
  const scanned: number[] = []
  const server = createServer((socket) => {
    const pieces: Buffer[] = []
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      pieces.push(bytes)
      const received = Buffer.concat(pieces)
      if (mode === 'silent') return
      if (mode === 'closing') return socket.destroy()
      if (mode === 'limited') return socket.end('INSTREAM size limit exceeded. ERROR\0')
      if (received.includes('zPING\0')) return socket.end('PONG\0')
      const content = contentOf(received.subarray('zINSTREAM\0'.length))
      if (!content) return
      scanned.push(content.length)
      socket.end(content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    scanned,
    set: (next: ClamdMode) => {
      mode = next
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

/** Returns the content of the received chunks once the empty chunk has arrived. */
function contentOf(bytes: Buffer): Buffer | null {
  const pieces: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
