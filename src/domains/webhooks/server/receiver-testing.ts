import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that arrived at a receiver. */
export type ReceivedRequest = { headers: Record<string, string>; body: string; path: string }
type Answer = number | ((reply: ServerResponse) => void)

/** Starts a local webhook receiver that returns the given replies in turn and repeats the last one. */
export async function startReceiver(...answers: Answer[]) {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, reply) => {
    const body = await text(request)
    received.push({ headers: request.headers as Record<string, string>, body, path: request.url ?? '' })
    const answer = answers.length > 1 ? answers.shift()! : (answers[0] ?? 204)
    if (typeof answer === 'function') return answer(reply)
    reply.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end(`answered ${answer}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    port,
    arrived: received,
    /** Replaces the replies from now on. */
    answer(...next: Answer[]) {
      answers.splice(0, answers.length, ...next)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
