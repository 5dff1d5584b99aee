import { settlePaymentDenial } from '#domains/payments/server/denial.ts'
import { type Command, CommandError } from '../command.ts'
import { unknownUser } from './unknown-user.ts'

export const payment: Command = {
  name: 'payment',
  parameters: 'USER deny|allow',
  summary: 'Denies one user payment by card, or allows it again.',
  async run({ words, db, now }) {
    const [login, asked = '', ...others] = words
    if (login === undefined || !['deny', 'allow'].includes(asked) || others.length)
      throw new CommandError('payment takes one USER and deny or allow, e.g. payment anna deny.')
    const isDenied = asked === 'deny'
    if (!(await settlePaymentDenial(db, { login, isDenied, now }))) throw unknownUser(login)
    return isDenied ? `${login} may not pay by card any more.` : `${login} may pay by card.`
  },
}
