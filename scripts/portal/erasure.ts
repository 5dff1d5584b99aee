import { readBlockedData } from '#domains/profile/server/blocked-data.ts'
import { carryOutErasure } from '#domains/profile/server/erase.ts'
import type { ErasurePlan } from '#domains/profile/server/erasure-plan.ts'
import { erasurePlanOf, moveErasure } from '#domains/profile/server/erasures.ts'
import { readKeyRing } from '#domains/session/server/keys/key-store.ts'
import { type Command, CommandError } from '../command.ts'

const states = ['in_review', 'refused'] as const

export const erasure: Command = {
  name: 'erasure',
  parameters: 'NUMBER [carry-out | in_review | refused] ["ANSWER"]',
  summary:
    'Prints what erasing whoever asked would do; with carry-out does it; otherwise moves the request on and tells its owner.',
  async run({ words, db, now }) {
    const [number = '', step, answer, ...others] = words
    const state = states.find((known) => known === step)
    const isKnown = step === undefined || (step === 'carry-out' && answer === undefined) || state
    if (!isNumber(number) || !isKnown || others.length)
      throw new CommandError('erasure takes a NUMBER, a STATE and an ANSWER, e.g. erasure 12 refused "…".')
    const erasureId = Number(number)
    if (step === undefined) return sheetOf(await erasurePlanOf(db, erasureId), number)
    if (state) {
      const moved = await moveErasure(db, { erasureId, state, answer, now })
      if (moved === null) throw new CommandError(`There is no request of erasure ${number}.`)
      if (moved === false) throw new CommandError(`The request ${number} cannot become ${state} any more.`)
      return `Request ${number} is ${state}.`
    }
    const done = await carryOutErasure(db, { erasureId, sealingKeys: await readKeyRing(db, 'sealing'), now })
    if (done.outcome === 'missing') throw new CommandError(`There is no request of erasure ${number}.`)
    if (done.outcome === 'closed') throw new CommandError(`The request ${number} has been answered already.`)
    if (done.outcome === 'obstacles')
      throw new CommandError(`The request ${number} cannot be carried out yet: ${done.obstacles.join(', ')}.`)
    return `${sheetOf(done.plan, number)}\nErased.`
  },
}

export const blockedData: Command = {
  name: 'blocked-data',
  parameters: 'NUMBER "REASON"',
  summary:
    'Prints what is blocked of an erasure, for those whom the law gives it; that it was read, and why, is in the audit log.',
  async run({ words, db }) {
    const [number = '', reason = '', ...others] = words
    if (!isNumber(number) || reason.trim().length < 3 || others.length)
      throw new CommandError('blocked-data takes the NUMBER of a request of erasure and a REASON.')
    const sealingKeys = await readKeyRing(db, 'sealing')
    const blocked = await readBlockedData(db, { erasureId: Number(number), reason: reason.trim(), sealingKeys })
    return JSON.stringify(blocked, null, 2)
  },
}

function isNumber(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}

function sheetOf(plan: ErasurePlan | undefined, number: string): string {
  if (!plan) throw new CommandError(`There is no request of erasure ${number}.`)
  const lines = plan.tables.map(({ table, does, count, ground, until }) => {
    const why = ground ? `, ${grounds[ground]}${until ? ` until ${until}` : ''}` : ''
    return `${table.padEnd(26)}${String(count).padStart(8)}  ${actions[does]}${why}`
  })
  return [...plan.obstacles.map((obstacle) => `Not yet: ${obstacle}`), ...lines].join('\n')
}

const actions = {
  remove: 'removed',
  block: 'blocked',
  strip: 'anonymised',
  expire: 'left',
  keep: 'left',
}

const grounds = {
  books: 'kept as books (Código de Comercio, article 30)',
  claims: 'kept for claims (Código Civil, article 1964)',
  numbers: 'numbers that lead to nobody',
  place: 'facts of a place',
}
