import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { type Files, isFileKey } from './files.ts'

/** A bucket of an S3-compatible server, by its full address, whichever addressing style the server uses. */
export type Bucket = { address: string; region: string; accessKeyId: string; secretAccessKey: string }

const timeoutSeconds = 60
const retries = 2

/** Stores files in a bucket, so that servers and workers need no shared folder. */
export function createS3Files({ address, ...account }: Bucket): Files {
  const client = new AwsClient({ ...account, service: 's3', retries })

  return {
    async put(content) {
      const key = createHash('sha256').update(content).digest('hex')
      await putObject(key, new Blob([content as Uint8Array<ArrayBuffer>]), key)
      return key
    },
    async putStream(content) {
      const key = randomBytes(32).toString('hex')
      // The bucket requires the length and the digest in advance.
      const spool = join(tmpdir(), `llum-${randomUUID()}`)
      try {
        const { sizeBytes, sha256 } = await spoolToFile(content, spool)
        await putObject(key, await openAsBlob(spool), sha256)
        return { key, sizeBytes }
      } finally {
        await rm(spool, { force: true })
      }
    },
    async get(key) {
      if (!isFileKey(key)) return undefined
      const answer = await sendRequest('GET', key)
      if (answer.status === 404) return undefined
      if (!answer.ok) throw await errorOfAnswer('read', answer)
      return Readable.fromWeb(answer.body! as import('node:stream/web').ReadableStream)
    },
    async remove(key) {
      if (!isFileKey(key)) return
      const answer = await sendRequest('DELETE', key)
      if (!answer.ok && answer.status !== 404) throw await errorOfAnswer('removed', answer)
    },
  }

  async function putObject(key: string, body: Blob, sha256: string) {
    const answer = await sendRequest('PUT', key, { body, headers: { 'x-amz-content-sha256': sha256 } })
    if (!answer.ok) throw await errorOfAnswer('kept', answer)
  }

  function sendRequest(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000)
    return client.fetch(`${address}/${key}`, { ...init, method, signal, redirect: 'error' })
  }
}

async function spoolToFile(content: Readable, path: string): Promise<{ sizeBytes: number; sha256: string }> {
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

/** Returns an error with the status and error code of the bucket only: the rest of its answer may name the account. */
async function errorOfAnswer(what: string, answer: Response): Promise<Error> {
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? []
  const error = new Error(`A file could not be ${what}: the bucket answered ${answer.status} ${code ?? ''}`.trim())
  return Object.assign(error, codeOf(answer.status))
}

// Uses the codes of other failures: access was denied, or the server does not work.
function codeOf(status: number): { code?: string } {
  if (status === 401 || status === 403) return { code: 'EACCES' }
  return status >= 500 || status === 429 ? { code: 'unanswered' } : {}
}
