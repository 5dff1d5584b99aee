import {
  maxEmailLength,
  maxOperatorLoginLength,
  maxOperatorNameLength,
  operatorLoginPattern,
} from '#domains/operators/desk/rules.ts'
import { createOperator, operatorLinkAddress } from '#domains/operators/desk/server/operator-links.ts'
import { hasAdministrator } from '#domains/operators/desk/server/operator-store.ts'
import { type OperatorRole, operatorRoles } from '#kit/operator-role.ts'
import { type Command, CommandError } from '../command.ts'

const example = 'e.g. operator create mar "Mar Soler" mar@example.com care,money'

export const operatorCreateCommand: Command = {
  name: 'operator create',
  parameters: 'LOGIN NAME EMAIL [ROLES]',
  summary:
    'Creates an operator and prints a one-time link, valid for 72 hours, for setting password and second factor. The first operator gets every role.',
  async run({ words, config, db, now, output }) {
    const [login, name, email, listed, ...others] = words
    if (login === undefined || !name || email === undefined || others.length)
      throw new CommandError(`operator create takes a LOGIN, a NAME, an EMAIL and ROLES, ${example}.`)
    if (!operatorLoginPattern.test(login) || login.length > maxOperatorLoginLength)
      throw new CommandError(`${login} is not a valid login: use lowercase letters, digits, dots and hyphens.`)
    if (name.length > maxOperatorNameLength || email.length > maxEmailLength || !email.includes('@'))
      throw new CommandError(`${email} is not an e-mail address, or the name is too long.`)
    const isFirst = !(await hasAdministrator(db, now))
    const roles = isFirst && listed === undefined ? operatorRoles : parseRoles(listed)
    const secret = await createOperator(db, { login, name, email, locale: 'es', roles }, now)
    if (secret === undefined) throw new CommandError(`There is already a user ${login}.`)
    output.note(`The link opens once, within 72 hours. Roles: ${roles.join(', ')}.`)
    return operatorLinkAddress(config, secret)
  },
}

function parseRoles(listed = ''): OperatorRole[] {
  const named = listed.split(',')
  const roles = operatorRoles.filter((role) => named.includes(role))
  if (roles.length === 0 || roles.length !== named.length)
    throw new CommandError(`Name the roles, separated by commas: ${operatorRoles.join(', ')}, ${example}.`)
  return roles
}
