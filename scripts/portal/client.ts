import { issueClient, revokeClients } from '#domains/session/server/issue.ts'
import { type Command, CommandError } from '../command.ts'
import { unknownUser } from './unknown-user.ts'

export const client: Command = {
  name: 'client',
  parameters: 'USER [--revoke]',
  summary: 'Makes an id and a secret by which a program signs in as USER, or revokes them all.',
  async run({ words, db, now, output }) {
    const [login, ...others] = words.filter((word) => word !== '--revoke')
    if (login === undefined || others.length) throw new CommandError('client takes one USER, e.g. client anna.')
    if (words.includes('--revoke')) {
      const count = await revokeClients(db, { login, now })
      if (count === undefined) throw unknownUser(login)
      return `Revoked ${count} of ${login}; sessions that are open end by themselves.`
    }
    const made = await issueClient(db, { login, now })
    if (!made) throw unknownUser(login)
    output.note('The secret is shown this once; what is kept of it cannot be read back.')
    return `client_id: ${made.clientId}\nsecret: ${made.secret}`
  },
}
