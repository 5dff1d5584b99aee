import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** Something that was asked and not answered as it should be: how, and by what. */
export type Failure = { what: string; at: number; met: string }

/** A claim whose number the customer was told. */
export type Told = { words: string; number: string }

/** Customers at work. */
export type Load = {
  answered: { reads: number; writes: number }
  failures: Failure[]
  told: Told[]
  /** How many writes were asked again with their key, and with whom that was of no use. */
  askedAgain: number
  lost: string[]
  /** Lets everybody finish what they have begun. */
  stop(): Promise<void>
}

type Needs = { origin: string; tokens: string[]; contracts: string[]; pauseMilliseconds: number }

const patienceSeconds = 30
const betweenTriesMilliseconds = 200

/** Customers who read, and write with a key until they are answered, over and over until they are stopped. */
export function startLoad({ origin, tokens, contracts, pauseMilliseconds }: Needs): Load {
  let isStopped = false
  const load = { answered: { reads: 0, writes: 0 }, failures: [] as Failure[], told: [] as Told[], askedAgain: 0 }
  const lost: string[] = []
  const customers = tokens.map((token, place) => work(token, contracts[place]!))
  return Object.assign(load, {
    lost,
    async stop() {
      isStopped = true
      await Promise.all(customers)
    },
  })

  async function work(token: string, contract: string) {
    const reads = ['/api/v2/contracts', '/api/v2/invoices/?type=electricity', '/api/v2/users/']
    for (let turn = 0; !isStopped; turn++) {
      if (turn % 6) await read(token, reads[turn % reads.length]!)
      else await write(token, contract)
      await pause(pauseMilliseconds * (0.5 + Math.random()))
    }
  }

  async function read(token: string, path: string) {
    const met = await asked(path, { headers: { authorization: `Bearer ${token}` } })
    if (met.status === 200) load.answered.reads++
    else load.failures.push({ what: `GET ${path}`, at: performance.now(), met: met.told })
  }

  async function write(token: string, contract: string) {
    const words = randomUUID()
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': words,
    }
    const body = JSON.stringify({ contract, tipus: 'invoice', subtipus: 'twice', comments: words })
    const until = performance.now() + patienceSeconds * 1000
    for (let isFirst = true; ; isFirst = false) {
      const met = await asked(`/api/v2/contracts/${contract}/atc/`, { method: 'POST', headers, body })
      if (met.status === 200) {
        load.answered.writes++
        load.told.push({ words, number: JSON.parse(met.told).result })
        return
      }
      if (isFirst) load.failures.push({ what: 'POST a claim', at: performance.now(), met: met.told })
      load.askedAgain++
      if (performance.now() > until) {
        lost.push(met.told)
        return
      }
      await pause(betweenTriesMilliseconds)
    }
  }

  async function asked(path: string, request: RequestInit): Promise<{ status: number; told: string }> {
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
