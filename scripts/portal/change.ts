import { recordChangeOutcome } from '#domains/changes/server/complete-change.ts'
import { parseId } from '#kit/parse-id.ts'
import { type Command, CommandError } from '../command.ts'

const outcomes = ['done', 'refused'] as const

/** Lists the changes that wait for a distributor with their numbers. */
export const listSentChangesCommand: Command = {
  name: 'changes',
  parameters: '',
  summary: 'Lists the changes that were sent to a distributor, with their numbers.',
  async run({ db }) {
    const sent = await db
      .selectFrom('change_request')
      .innerJoin('contract', (join) =>
        join
          .onRef('contract.customer_id', '=', 'change_request.customer_id')
          .onRef('contract.contract_id', '=', 'change_request.contract_id'),
      )
      .where('change_request.state', '=', 'sent')
      .select(['change_request_id', 'kind', 'contract.name', 'contract.cups', 'details'])
      .orderBy('change_request_id')
      .execute()
    const lines = sent.map((row) => [row.change_request_id, row.kind, row.name, row.cups, JSON.stringify(row.details)])
    return lines.length ? lines.map((line) => line.join('  ')).join('\n') : 'No change is with a distributor.'
  },
}

export const settleChangeCommand: Command = {
  name: 'change',
  parameters: 'NUMBER done|refused',
  summary: 'Records the outcome that the distributor reported for a change sent to it.',
  async run({ words, db, now }) {
    const [number, outcome] = [words[0] ?? '', outcomes.find((each) => each === words[1])]
    const changeRequestId = parseId(number)
    if (changeRequestId === undefined || !outcome || words.length > 2)
      throw new CommandError('change takes the NUMBER of a request and its outcome, e.g. change 12 done.')
    const change = await db
      .selectFrom('change_request')
      .where('change_request_id', '=', changeRequestId)
      .select('customer_id as customerId')
      .executeTakeFirst()
    if (!change || !(await recordChangeOutcome(db, { ...change, changeRequestId, outcome, now })))
      throw new CommandError(`No change ${number} is with a distributor.`)
    return `Change ${number} is ${outcome}, and its holder is told.`
  },
}
