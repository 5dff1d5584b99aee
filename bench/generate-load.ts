import autocannon from 'autocannon'

/** What is asked, over and over, by each connection in its turn. */
export type LoadTarget = {
  address: string
  requests: readonly { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }[]
  connections: number
  seconds: number
}
/** Answers a second, and after how many milliseconds the middle one and the slowest of a hundred came. */
export type LoadResult = { rate: number; p50: number; p99: number }

/** Asks for some seconds. @throws when something is answered otherwise than with 2xx. */
export function generateLoad({ address, requests, connections, seconds }: LoadTarget): Promise<LoadResult> {
  return new Promise((done, fail) => {
    // The load generator's own histogram counts whole milliseconds, so the times are kept here.
    const times: number[] = []
    let connected = 0
    // Connections begin far from each other, so that they do not ask for the same at the same time.
    const setupClient = (client: autocannon.Client) => {
      const first = Math.floor((connected++ * requests.length) / connections)
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)].map((each) => ({ ...each })))
    }
    const instance = autocannon({ url: address, connections, duration: seconds, setupClient }, (error, result) => {
      if (error) return fail(error)
      if (result.non2xx || result.errors)
        return fail(new Error(`${requests[0]!.path} was answered by ${JSON.stringify(result.statusCodeStats)}.`))
      times.sort((a, b) => a - b)
      const slowest = (share: number) => times[Math.floor(times.length * share)]!
      done({ rate: times.length / result.duration, p50: slowest(0.5), p99: slowest(0.99) })
    })
    instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  })
}
