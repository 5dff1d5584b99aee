import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Bucket } from '../s3-files.ts'

export type S3StandIn = {
  bucket: Bucket
  objects: Map<string, Buffer>
  /** Fails this many requests with a server error. */
  fail(times: number): void
  close(): Promise<void>
}

/** Starts a local S3-compatible bucket that checks signatures (AWS version 4) and what they were made for. */
export async function startS3StandIn(): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>()
  const account = { region: 'eu-south-2', accessKeyId: 'llum', secretAccessKey: 'between us' }
  let failures = 0

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const answer = (status: number, content: Buffer | string = '') => response.writeHead(status).end(content)
    const sendError = (status: number, code: string) => answer(status, `<Error><Code>${code}</Code></Error>`)
    if (failures-- > 0) return sendError(503, 'SlowDown')
    if (!hasValidSignature(request, account)) return sendError(403, 'SignatureDoesNotMatch')
    const name = request.url!
    if (request.method === 'PUT') {
      if (request.headers['content-length'] !== String(body.length)) return sendError(411, 'MissingContentLength')
      if (request.headers['x-amz-content-sha256'] !== sha256(body)) return sendError(400, 'BadDigest')
      objects.set(name, body)
      return answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      return answer(204)
    }
    const object = objects.get(name)
    return object ? answer(200, object) : sendError(404, 'NoSuchKey')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    bucket: { address: `http://127.0.0.1:${port}/llum-files`, ...account },
    objects,
    fail(times) {
      failures = times
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** Checks the signature of a request as described in Amazon's "Signature Version 4", with the known secret. */
function hasValidSignature({ method, url, headers }: IncomingMessage, account: Omit<Bucket, 'address'>): boolean {
  const [, scope, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(headers.authorization ?? '') ??
    []
  if (!scope || !signed) return false
  const [user, day, region, service] = scope.split('/')
  if (user !== account.accessKeyId || region !== account.region || service !== 's3') return false
  const lines = signed.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonicalRequest = [method, url, '', lines.join(''), signed, headers['x-amz-content-sha256']].join('\n')
  const stringToSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    sha256(canonicalRequest),
  ].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (key, part) => hmac(key, part!),
    `AWS4${account.secretAccessKey}`,
  )
  return hmac(key, stringToSign).toString('hex') === signature
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
