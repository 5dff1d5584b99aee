import { longestEmail, longestName, longestOperatorLogin, operatorLogin } from '#desks/operators/rules.ts'
import { makeOperator, operatorLinkAddress } from '#desks/operators/server/invite.ts'
import { operatorRoles } from '#kit/operator-role.ts'
import { type Command, CommandError } from '../command.ts'

export const operatorCreate: Command = {
  name: 'operator create',
  parameters: 'LOGIN NAME EMAIL',
  summary:
    'Makes an operator and prints the link by which they choose password and second factor, once, within 72 hours.',
  async run({ words, config, db, now }) {
    const [login, name, email, ...others] = words
    if (login === undefined || !name || email === undefined || others.length)
      throw new CommandError(
        `operator create takes a LOGIN, a NAME and an EMAIL, e.g. operator create mar "Mar Soler" mar@example.com.`,
      )
    if (!operatorLogin.test(login) || login.length > longestOperatorLogin)
      throw new CommandError(`${login} is no log-in: use lowercase letters, digits, dots and hyphens.`)
    if (name.length > longestName || email.length > longestEmail || !email.includes('@'))
      throw new CommandError(`${email} is no e-mail address, or the name is too long.`)
    const secret = await makeOperator(db, { login, name, email, locale: 'es', roles: operatorRoles }, now)
    if (secret === undefined) throw new CommandError(`There is a user ${login} already.`)
    console.error('The link opens once, within 72 hours.')
    return operatorLinkAddress(config, secret)
  },
}
