import { erasureStates } from '#domains/profile/rules.ts'
import { moveErasure } from '#domains/profile/server/erasures.ts'
import { type Command, CommandError } from '../command.ts'

export const erasure: Command = {
  name: 'erasure',
  parameters: 'NUMBER STATE ["ANSWER"]',
  summary: 'Moves a request of erasure on and tells its owner: in_review, done, partly_done or refused.',
  async run({ words, db, now }) {
    const [number = '', name, answer, ...others] = words
    const state = erasureStates.find((known) => known === name && known !== 'requested' && known !== 'withdrawn')
    if (!/^[1-9]\d{0,8}$/.test(number) || !state || others.length)
      throw new CommandError('erasure takes a NUMBER, a STATE and an ANSWER, e.g. erasure 12 partly_done "…".')
    const moved = await moveErasure(db, { erasureId: Number(number), state, answer, now })
    if (moved === null) throw new CommandError(`There is no request of erasure ${number}.`)
    if (moved === false) throw new CommandError(`The request ${number} cannot become ${state} any more.`)
    return `Request ${number} is ${state}.`
  },
}
