import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { type Files, isFileKey } from './files.ts'

/** A bucket of a server that speaks S3, by its whole address, whichever way the server writes it. */
export type Bucket = { address: string; region: string; accessKeyId: string; secretAccessKey: string }

const longestSeconds = 60
const retries = 2

/** Files in a bucket, so that servers and workers need no folder in common. */
export function s3Files({ address, ...account }: Bucket): Files {
  const client = new AwsClient({ ...account, service: 's3', retries })

  return {
    async put(content) {
      const key = createHash('sha256').update(content).digest('hex')
      await store(key, new Blob([content as Uint8Array<ArrayBuffer>]), key)
      return key
    },
    async keep(content) {
      const key = randomBytes(32).toString('hex')
      // A bucket wants to know beforehand how much comes, and of what it is.
      const spool = join(tmpdir(), `llum-${randomUUID()}`)
      try {
        const { sizeBytes, sha256 } = await spooled(content, spool)
        await store(key, await openAsBlob(spool), sha256)
        return { key, sizeBytes }
      } finally {
        await rm(spool, { force: true })
      }
    },
    async get(key) {
      if (!isFileKey(key)) return undefined
      const answer = await ask('GET', key)
      if (answer.status === 404) return undefined
      if (!answer.ok) throw await failure('read', answer)
      return Readable.fromWeb(answer.body! as import('node:stream/web').ReadableStream)
    },
    async remove(key) {
      if (!isFileKey(key)) return
      const answer = await ask('DELETE', key)
      if (!answer.ok && answer.status !== 404) throw await failure('removed', answer)
    },
  }

  async function store(key: string, body: Blob, sha256: string) {
    const answer = await ask('PUT', key, { body, headers: { 'x-amz-content-sha256': sha256 } })
    if (!answer.ok) throw await failure('kept', answer)
  }

  function ask(method: string, key: string, more: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.timeout(longestSeconds * 1000)
    return client.fetch(`${address}/${key}`, { ...more, method, signal, redirect: 'error' })
  }
}

async function spooled(content: Readable, path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(content, counted, createWriteStream(path, { mode: 0o600 }))
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** What the bucket complains of, by its code: what else it says may name the account. */
async function failure(what: string, answer: Response): Promise<Error> {
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? []
  const error = new Error(`A file could not be ${what}: the bucket answered ${answer.status} ${code ?? ''}`.trim())
  return Object.assign(error, codeOf(answer.status))
}

// As other failures say it: that the account is denied, or that the server does not do its work.
function codeOf(status: number): { code?: string } {
  if (status === 401 || status === 403) return { code: 'EACCES' }
  return status >= 500 || status === 429 ? { code: 'unanswered' } : {}
}
