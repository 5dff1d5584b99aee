import { setPaymentDenial } from '#domains/payments/server/payment-denial.ts'
import { type Command, CommandError } from '../command.ts'
import { unknownUserError } from './unknown-user.ts'

export const paymentCommand: Command = {
  name: 'payment',
  parameters: 'USER deny|allow',
  summary: 'Denies a user payment by card, or allows it again.',
  async run({ words, db, now }) {
    const [login, decision = '', ...others] = words
    if (login === undefined || !['deny', 'allow'].includes(decision) || others.length)
      throw new CommandError('payment takes one USER and deny or allow, e.g. payment anna deny.')
    const isDenied = decision === 'deny'
    if (!(await setPaymentDenial(db, { login, isDenied, now }))) throw unknownUserError(login)
    return isDenied ? `${login} can no longer pay by card.` : `${login} can pay by card.`
  },
}
