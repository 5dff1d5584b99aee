import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** A request that was not answered as it should be: what and when, and the reply. */
export type LoadFailure = { request: string; at: number; reply: string }

/** A claim whose number was returned to the customer. */
export type ConfirmedClaim = { comment: string; number: string }

/** A running load of customers. */
export type LoadRun = {
  answered: { reads: number; writes: number }
  failures: LoadFailure[]
  told: ConfirmedClaim[]
  /** How many writes were retried with their idempotency key; `lost` lists those that failed even so. */
  askedAgain: number
  lost: string[]
  /** Lets every customer finish the current request. */
  stop(): Promise<void>
}

type LoadOptions = { origin: string; tokens: string[]; contracts: string[]; pauseMilliseconds: number }

const retryForSeconds = 30
const retryPauseMilliseconds = 200

/** Starts customers who read, and write with an idempotency key until they get an answer, in a loop until stopped. */
export function startLoad({ origin, tokens, contracts, pauseMilliseconds }: LoadOptions): LoadRun {
  let isStopped = false
  const load = {
    answered: { reads: 0, writes: 0 },
    failures: [] as LoadFailure[],
    told: [] as ConfirmedClaim[],
    askedAgain: 0,
  }
  const lost: string[] = []
  const customers = tokens.map((token, index) => work(token, contracts[index]!))
  return Object.assign(load, {
    lost,
    async stop() {
      isStopped = true
      await Promise.all(customers)
    },
  })

  async function work(token: string, contract: string) {
    const reads = ['/api/v2/contracts', '/api/v2/invoices/?type=electricity', '/api/v2/users/']
    for (let round = 0; !isStopped; round++) {
      if (round % 6) await read(token, reads[round % reads.length]!)
      else await write(token, contract)
      await pause(pauseMilliseconds * (0.5 + Math.random()))
    }
  }

  async function read(token: string, path: string) {
    const answer = await sendRequest(path, { headers: { authorization: `Bearer ${token}` } })
    if (answer.status === 200) load.answered.reads++
    else load.failures.push({ request: `GET ${path}`, at: performance.now(), reply: answer.told })
  }

  async function write(token: string, contract: string) {
    const comment = randomUUID()
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': comment,
    }
    const body = JSON.stringify({ contract, tipus: 'invoice', subtipus: 'twice', comments: comment })
    const until = performance.now() + retryForSeconds * 1000
    for (let isFirst = true; ; isFirst = false) {
      const answer = await sendRequest(`/api/v2/contracts/${contract}/atc/`, { method: 'POST', headers, body })
      if (answer.status === 200) {
        load.answered.writes++
        load.told.push({ comment, number: JSON.parse(answer.told).result })
        return
      }
      if (isFirst) load.failures.push({ request: 'POST a claim', at: performance.now(), reply: answer.told })
      load.askedAgain++
      if (performance.now() > until) {
        lost.push(answer.told)
        return
      }
      await pause(retryPauseMilliseconds)
    }
  }

  async function sendRequest(path: string, request: RequestInit): Promise<{ status: number; told: string }> {
    try {
      const answer = await fetch(origin + path, { ...request, signal: AbortSignal.timeout(15_000) })
      const text = await answer.text()
      return { status: answer.status, told: answer.ok ? text : `${answer.status} ${text.slice(0, 120)}` }
    } catch (error) {
      const { message, cause } = error as Error
      return { status: 0, told: `${message} ${(cause as { code?: string } | undefined)?.code ?? ''}` }
    }
  }
}
