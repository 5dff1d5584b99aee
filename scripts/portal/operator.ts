import { longestEmail, longestName, longestOperatorLogin, operatorLogin } from '#desks/operators/rules.ts'
import { makeOperator, operatorLinkAddress } from '#desks/operators/server/invite.ts'
import { hasAdministrator } from '#desks/operators/server/operator-store.ts'
import { type OperatorRole, operatorRoles } from '#kit/operator-role.ts'
import { type Command, CommandError } from '../command.ts'

const example = 'e.g. operator create mar "Mar Soler" mar@example.com care,money'

export const operatorCreate: Command = {
  name: 'operator create',
  parameters: 'LOGIN NAME EMAIL [ROLES]',
  summary:
    'Makes an operator and prints the link by which they choose password and second factor, once, within 72 hours. The first one has every role.',
  async run({ words, config, db, now, output }) {
    const [login, name, email, listed, ...others] = words
    if (login === undefined || !name || email === undefined || others.length)
      throw new CommandError(`operator create takes a LOGIN, a NAME, an EMAIL and ROLES, ${example}.`)
    if (!operatorLogin.test(login) || login.length > longestOperatorLogin)
      throw new CommandError(`${login} is no log-in: use lowercase letters, digits, dots and hyphens.`)
    if (name.length > longestName || email.length > longestEmail || !email.includes('@'))
      throw new CommandError(`${email} is no e-mail address, or the name is too long.`)
    const isFirst = !(await hasAdministrator(db, now))
    const roles = isFirst && listed === undefined ? operatorRoles : rolesIn(listed)
    const secret = await makeOperator(db, { login, name, email, locale: 'es', roles }, now)
    if (secret === undefined) throw new CommandError(`There is a user ${login} already.`)
    output.note(`The link opens once, within 72 hours. Roles: ${roles.join(', ')}.`)
    return operatorLinkAddress(config, secret)
  },
}

function rolesIn(listed = ''): OperatorRole[] {
  const named = listed.split(',')
  const roles = operatorRoles.filter((role) => named.includes(role))
  if (roles.length === 0 || roles.length !== named.length)
    throw new CommandError(`Say which roles they have, separated by commas: ${operatorRoles.join(', ')}, ${example}.`)
  return roles
}
