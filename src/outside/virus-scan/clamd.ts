import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ScanUnavailable, type ScanVerdict, type VirusScan } from './virus-scan.ts'

/** Where a clamd listens: a host and a port, or the path of a socket. */
export type ClamdAddress = { host: string; port: number } | { path: string }

const connectSeconds = 2
const checkSeconds = 5
const usualPort = 3310
// Answers are a line; nobody who sends more is a clamd.
const longestAnswerBytes = 4_096
const pieceBytes = 65_536

/** Reads `tcp://host:port` or `unix:/path`; null for anything else. */
export function parseClamdAddress(text: string): ClamdAddress | null {
  const path = /^unix:(\/.+)$/.exec(text)?.[1]
  if (path) return { path }
  const [, host, port] = /^tcp:\/\/(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?\/?$/i.exec(text) ?? []
  return host ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? usualPort) } : null
}

/** ClamAV's scanner, by its own protocol: a file goes there in pieces (INSTREAM), and one line comes back. */
export function clamd(address: ClamdAddress): VirusScan {
  return {
    async scan(content, { seconds }) {
      return verdictOf(await ask(address, { command: 'zINSTREAM\0', content, seconds }))
    },
    async check() {
      const answer = await ask(address, { command: 'zPING\0', seconds: checkSeconds })
      if (answer !== 'PONG') throw new ScanUnavailable('unable')
    },
  }
}

function verdictOf(answer: string): ScanVerdict {
  if (answer === 'stream: OK') return { kind: 'clean' }
  const finding = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (finding) return { kind: 'infected', finding: finding.slice(0, 200) }
  // Such as a file beyond its own limit (StreamMaxLength).
  throw new ScanUnavailable('unable', new Error(answer.slice(0, 100)))
}

type Question = { command: string; content?: Readable; seconds: number }

async function ask(address: ClamdAddress, { command, content, seconds }: Question): Promise<string> {
  const socket = await connected(address)
  const timer = setTimeout(() => socket.destroy(new ScanUnavailable('unanswered')), seconds * 1000)
  const answered = answerOf(socket)
  answered.catch(() => undefined)
  try {
    if (content) await pipeline(Readable.from(framed(command, content)), socket, { end: false })
    else socket.write(command)
    return await answered
  } catch (failure) {
    // It says what it has against a file before all of it is there, and closes.
    const early = await answered.catch(() => undefined)
    if (early) return early
    throw failure instanceof ScanUnavailable ? failure : new ScanUnavailable('unanswered', failure as Error)
  } finally {
    clearTimeout(timer)
    content?.destroy()
    socket.destroy()
  }
}

function connected(address: ClamdAddress): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    const fail = (error?: Error) => {
      socket.destroy()
      reject(new ScanUnavailable('unreachable', error))
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

/** Each piece behind its length in four bytes, and a length of none at the end. */
async function* framed(command: string, content: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from(command)
  for await (const bytes of content as AsyncIterable<Buffer>)
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes)
      yield lengthOf(piece.length)
      yield piece
    }
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** The line that comes back, without what ends it. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const finish = () => {
      const line = answer.replace(/[\0\n]+$/, '')
      if (line) resolve(line)
      else reject(new ScanUnavailable('unanswered'))
    }
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString('latin1')
      if (answer.includes('\0') || answer.length > longestAnswerBytes) finish()
    })
    socket.on('end', finish)
    socket.on('error', (error) =>
      reject(error instanceof ScanUnavailable ? error : new ScanUnavailable('unanswered', error)),
    )
    socket.on('close', finish)
  })
}
