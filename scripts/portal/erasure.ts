import { readBlockedData } from '#domains/profile/server/blocked-data.ts'
import { carryOutErasure } from '#domains/profile/server/carry-out-erasure.ts'
import type { ErasurePlan } from '#domains/profile/server/erasure-plan.ts'
import { findErasurePlan, moveErasure } from '#domains/profile/server/erasure-requests.ts'
import { readKeyRing } from '#domains/session/server/keys/key-store.ts'
import { parseId } from '#kit/parse-id.ts'
import { type Command, CommandError } from '../command.ts'

const states = ['in_review', 'refused'] as const

export const erasureCommand: Command = {
  name: 'erasure',
  parameters: 'NUMBER [carry-out | in_review | refused] ["ANSWER"]',
  summary:
    'Prints what erasing the requester’s data would do; with carry-out, does it; otherwise moves the request to another state and notifies its owner.',
  async run({ words, db, now }) {
    const [number = '', step, answer, ...others] = words
    const erasureId = parseId(number)
    const state = states.find((candidate) => candidate === step)
    const isKnown = step === undefined || (step === 'carry-out' && answer === undefined) || state
    if (erasureId === undefined || !isKnown || others.length)
      throw new CommandError('erasure takes a NUMBER, a STATE and an ANSWER, e.g. erasure 12 refused "…".')
    if (step === undefined) return describePlan(await findErasurePlan(db, erasureId), number)
    if (state) {
      const moved = await moveErasure(db, { erasureId, state, answer, now })
      if (moved === null) throw new CommandError(`There is no erasure request ${number}.`)
      if (moved === false) throw new CommandError(`Request ${number} can no longer become ${state}.`)
      return `Request ${number} is ${state}.`
    }
    const done = await carryOutErasure(db, { erasureId, encryptionKeys: await readKeyRing(db, 'sealing'), now })
    if (done.outcome === 'missing') throw new CommandError(`There is no erasure request ${number}.`)
    if (done.outcome === 'closed') throw new CommandError(`Request ${number} has been answered already.`)
    if (done.outcome === 'obstacles')
      throw new CommandError(`Request ${number} cannot be carried out yet: ${done.obstacles.join(', ')}.`)
    return `${describePlan(done.plan, number)}\nErased.`
  },
}

export const blockedDataCommand: Command = {
  name: 'blocked-data',
  parameters: 'NUMBER "REASON"',
  summary:
    'Prints the blocked data of an erasure, for those entitled to it by law; each access and its reason are recorded in the audit log.',
  async run({ words, db }) {
    const [number = '', reason = '', ...others] = words
    const erasureId = parseId(number)
    if (erasureId === undefined || reason.trim().length < 3 || others.length)
      throw new CommandError('blocked-data takes the NUMBER of an erasure request and a REASON.')
    const encryptionKeys = await readKeyRing(db, 'sealing')
    const blocked = await readBlockedData(db, { erasureId, reason: reason.trim(), encryptionKeys })
    return JSON.stringify(blocked, null, 2)
  },
}

function describePlan(plan: ErasurePlan | undefined, number: string): string {
  if (!plan) throw new CommandError(`There is no erasure request ${number}.`)
  const lines = plan.tables.map(({ table, does, count, ground, until }) => {
    const why = ground ? `, ${groundLabels[ground]}${until ? ` until ${until}` : ''}` : ''
    return `${table.padEnd(26)}${String(count).padStart(8)}  ${actionLabels[does]}${why}`
  })
  return [...plan.obstacles.map((obstacle) => `Not yet: ${obstacle}`), ...lines].join('\n')
}

const actionLabels = {
  remove: 'removed',
  block: 'blocked',
  strip: 'anonymised',
  expire: 'left',
  keep: 'left',
}

const groundLabels = {
  books: 'retained as accounting records (Código de Comercio, article 30)',
  claims: 'retained for claims (Código Civil, article 1964)',
  numbers: 'numbers that identify nobody',
  place: 'data of a place',
}
