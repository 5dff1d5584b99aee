import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ScanUnavailableError, type ScanVerdict, type VirusScanner } from './virus-scanner.ts'

/** The address of clamd: a host and a port, or the path of a socket. */
export type ClamdAddress = { host: string; port: number } | { path: string }

const connectSeconds = 2
const checkSeconds = 5
const defaultPort = 3310
// An answer is one line; anything that sends more is not clamd.
const maxAnswerBytes = 4_096
const chunkBytes = 65_536

/** Parses `tcp://host:port` or `unix:/path`. Returns null for anything else. */
export function parseClamdAddress(text: string): ClamdAddress | null {
  const path = /^unix:(\/.+)$/.exec(text)?.[1]
  if (path) return { path }
  const [, host, port] = /^tcp:\/\/(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?\/?$/i.exec(text) ?? []
  return host ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) } : null
}

/** Creates a scanner that uses ClamAV's own protocol: a file is sent in chunks (INSTREAM), and one line is returned. */
export function createClamdScanner(address: ClamdAddress): VirusScanner {
  return {
    async scan(content, { seconds }) {
      return parseVerdict(await sendCommand(address, { command: 'zINSTREAM\0', content, seconds }))
    },
    async check() {
      const answer = await sendCommand(address, { command: 'zPING\0', seconds: checkSeconds })
      if (answer !== 'PONG') throw new ScanUnavailableError('unable')
    },
  }
}

function parseVerdict(answer: string): ScanVerdict {
  if (answer === 'stream: OK') return { kind: 'clean' }
  const finding = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (finding) return { kind: 'infected', finding: finding.slice(0, 200) }
  // For example a file beyond the scanner's own limit (StreamMaxLength).
  throw new ScanUnavailableError('unable', new Error(answer.slice(0, 100)))
}

type ClamdRequest = { command: string; content?: Readable; seconds: number }

async function sendCommand(address: ClamdAddress, { command, content, seconds }: ClamdRequest): Promise<string> {
  const socket = await openSocket(address)
  const timer = setTimeout(() => socket.destroy(new ScanUnavailableError('unanswered')), seconds * 1000)
  const answered = readAnswerLine(socket)
  answered.catch(() => undefined)
  try {
    if (content) await pipeline(Readable.from(frameContent(command, content)), socket, { end: false })
    else socket.write(command)
    return await answered
  } catch (failure) {
    // clamd reports its objection before the whole file has been sent, and closes the connection.
    const early = await answered.catch(() => undefined)
    if (early) return early
    throw failure instanceof ScanUnavailableError ? failure : new ScanUnavailableError('unanswered', failure as Error)
  } finally {
    clearTimeout(timer)
    content?.destroy()
    socket.destroy()
  }
}

function openSocket(address: ClamdAddress): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    const fail = (error?: Error) => {
      socket.destroy()
      reject(new ScanUnavailableError('unreachable', error))
    }
    const timer = setTimeout(fail, connectSeconds * 1000)
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    })
    socket.once('close', () => clearTimeout(timer))
  })
}

/** Yields the command, then each chunk after its length in four bytes, and a zero length at the end. */
async function* frameContent(command: string, content: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from(command)
  for await (const bytes of content as AsyncIterable<Buffer>)
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const piece = bytes.subarray(at, at + chunkBytes)
      yield encodeLength(piece.length)
      yield piece
    }
  yield encodeLength(0)
}

function encodeLength(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Reads the answer line without its terminator. */
function readAnswerLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const finish = () => {
      const line = answer.replace(/[\0\n]+$/, '')
      if (line) resolve(line)
      else reject(new ScanUnavailableError('unanswered'))
    }
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString('latin1')
      if (answer.includes('\0') || answer.length > maxAnswerBytes) finish()
    })
    socket.on('end', finish)
    socket.on('error', (error) =>
      reject(error instanceof ScanUnavailableError ? error : new ScanUnavailableError('unanswered', error)),
    )
    socket.on('close', finish)
  })
}
