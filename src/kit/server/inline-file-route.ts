import { Transform } from 'node:stream'
import type { RouteShorthandOptions } from 'fastify'
import { Refused } from '../refusal.ts'

// Room for the JSON around a file.
const jsonOverheadBytes = 1_000_000
// Above every possible setting; the framework cuts off larger bodies.
const maxBodyBytes = 70_000_000

/**
 * Returns the options of a route whose JSON may hold files in base64: the body may be as large as a file of the maximum
 * size in base64, plus overhead. The limit is read for each request. A larger body is refused with the limit in
 * megabytes before it has arrived completely.
 */
export function inlineFileRouteOptions(limitBytes: () => number): RouteShorthandOptions {
  return {
    bodyLimit: maxBodyBytes,
    preParsing(request, _reply, payload, done) {
      const limit = limitBytes()
      const maxBytes = Math.ceil(limit / 3) * 4 + jsonOverheadBytes
      const tooLarge = () => new Refused('inline_file_too_large', 413, { values: { megabytes: limit / 1e6 } })
      if (Number(request.headers['content-length']) > maxBytes) return done(tooLarge())
      let received = 0
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          received += chunk.length
          if (received > maxBytes) next(tooLarge())
          else next(null, chunk)
        },
      })
      payload.on('error', (failure) => counted.destroy(failure))
      done(null, payload.pipe(counted))
    },
  }
}
