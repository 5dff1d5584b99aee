import { Transform } from 'node:stream'
import type { RouteShorthandOptions } from 'fastify'
import { Refused } from '../refusal.ts'

// What stands around a file in the JSON.
const aroundFileBytes = 1_000_000
// No setting is larger; whoever sends more is cut off by the framework.
const largestBodyBytes = 70_000_000

/**
 * The options of a route whose JSON may hold files in base64: its body may be as large as a file of the limit is in base64,
 * and what stands around it. The limit is asked for each request. What is larger is refused with the limit in megabytes
 * before it has come whole.
 */
export function inlineFileRoute(limitBytes: () => number): RouteShorthandOptions {
  return {
    bodyLimit: largestBodyBytes,
    preParsing(request, _reply, payload, done) {
      const limit = limitBytes()
      const most = Math.ceil(limit / 3) * 4 + aroundFileBytes
      const tooLarge = () => new Refused('inline_file_too_large', 413, { values: { megabytes: limit / 1e6 } })
      if (Number(request.headers['content-length']) > most) return done(tooLarge())
      let received = 0
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          received += chunk.length
          if (received > most) next(tooLarge())
          else next(null, chunk)
        },
      })
      payload.on('error', (failure) => counted.destroy(failure))
      done(null, payload.pipe(counted))
    },
  }
}
