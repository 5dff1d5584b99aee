import { erasureStates } from '#domains/profile/rules.ts'
import { erasureSheet, moveErasure } from '#domains/profile/server/erasures.ts'
import { type Command, CommandError } from '../command.ts'

export const erasure: Command = {
  name: 'erasure',
  parameters: 'NUMBER [STATE] ["ANSWER"]',
  summary:
    'Moves a request of erasure on and tells its owner: in_review, done, partly_done or refused; without it, prints what is held.',
  async run({ words, db, now }) {
    const [number = '', name, answer, ...others] = words
    if (/^[1-9]\d{0,8}$/.test(number) && name === undefined)
      return sheetOf(await erasureSheet(db, Number(number)), number)
    const state = erasureStates.find((known) => known === name && known !== 'requested' && known !== 'withdrawn')
    if (!/^[1-9]\d{0,8}$/.test(number) || !state || others.length)
      throw new CommandError('erasure takes a NUMBER, a STATE and an ANSWER, e.g. erasure 12 partly_done "…".')
    const moved = await moveErasure(db, { erasureId: Number(number), state, answer, now })
    if (moved === null) throw new CommandError(`There is no request of erasure ${number}.`)
    if (moved === false) throw new CommandError(`The request ${number} cannot become ${state} any more.`)
    return `Request ${number} is ${state}.`
  },
}

function sheetOf(held: Awaited<ReturnType<typeof erasureSheet>>, number: string): string {
  if (!held) throw new CommandError(`There is no request of erasure ${number}.`)
  return held
    .map(({ name, count, keptFor }) => `${name.padEnd(26)}${String(count).padStart(8)}  ${fates[keptFor]}`)
    .join('\n')
}

/** What the page of the request tells its owner before they ask. */
const fates = {
  nothing: 'can be erased',
  contract: 'kept while a contract is in force, then five years for claims',
  books: 'kept for six years, blocked (Código de Comercio, article 30)',
  claims: 'kept while a claim is open or possible, up to five years (Código Civil, article 1964)',
}
