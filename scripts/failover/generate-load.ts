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
  confirmed: ConfirmedClaim[]
  /** How many writes were retried with their idempotency key; `lost` lists those that failed even so. */
  retryCount: number
  lost: string[]
  /** Lets every customer finish the current request. */
  stop(): Promise<void>
}

type LoadOptions = { origin: string; tokens: string[]; contracts: string[]; pauseMilliseconds: number }
type Load = Omit<LoadRun, 'stop'>
type Customer = { origin: string; token: string; contract: string }

const retryForSeconds = 30
const retryPauseMilliseconds = 200
const readPaths = ['/api/v2/contracts', '/api/v2/invoices/?type=electricity', '/api/v2/users/']

/** Starts customers who read, and write with an idempotency key until they get an answer, in a loop until stopped. */
export function startLoad({ origin, tokens, contracts, pauseMilliseconds }: LoadOptions): LoadRun {
  let isStopped = false
  const load: Load = { answered: { reads: 0, writes: 0 }, failures: [], confirmed: [], retryCount: 0, lost: [] }
  const customers = tokens.map((token, index) => work({ origin, token, contract: contracts[index]! }))
  return Object.assign(load, {
    async stop() {
      isStopped = true
      await Promise.all(customers)
    },
  })

  async function work(customer: Customer) {
    for (let round = 0; !isStopped; round++) {
      if (round % 6) await read(load, customer, readPaths[round % readPaths.length]!)
      else await write(load, customer)
      await pause(pauseMilliseconds * (0.5 + Math.random()))
    }
  }
}

async function read(load: Load, { origin, token }: Customer, path: string) {
  const answer = await sendRequest(origin + path, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status === 200) load.answered.reads++
  else load.failures.push({ request: `GET ${path}`, at: performance.now(), reply: answer.text })
}

async function write(load: Load, { origin, token, contract }: Customer) {
  const comment = randomUUID()
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': comment,
  }
  const body = JSON.stringify({ contract, tipus: 'invoice', subtipus: 'twice', comments: comment })
  const until = performance.now() + retryForSeconds * 1000
  for (let isFirst = true; ; isFirst = false) {
    const answer = await sendRequest(`${origin}/api/v2/contracts/${contract}/atc/`, { method: 'POST', headers, body })
    if (answer.status === 200) {
      load.answered.writes++
      load.confirmed.push({ comment, number: JSON.parse(answer.text).result })
      return
    }
    if (isFirst) load.failures.push({ request: 'POST a claim', at: performance.now(), reply: answer.text })
    load.retryCount++
    if (performance.now() > until) {
      load.lost.push(answer.text)
      return
    }
    await pause(retryPauseMilliseconds)
  }
}

async function sendRequest(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(15_000) })
    const text = await answer.text()
    return { status: answer.status, text: answer.ok ? text : `${answer.status} ${text.slice(0, 120)}` }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: 0, text: `${message} ${(cause as { code?: string } | undefined)?.code ?? ''}` }
  }
}
