import { issueClient, revokeClients } from '#domains/session/server/programs/issue-credentials.ts'
import { type Command, CommandError } from '../command.ts'
import { unknownUserError } from './unknown-user.ts'

export const clientCommand: Command = {
  name: 'client',
  parameters: 'USER [--revoke]',
  summary: 'Creates a client id and secret for a program that signs in as USER, or revokes them all.',
  async run({ words, db, now, output }) {
    const [login, ...others] = words.filter((word) => word !== '--revoke')
    if (login === undefined || others.length) throw new CommandError('client takes one USER, e.g. client anna.')
    if (words.includes('--revoke')) {
      const count = await revokeClients(db, { login, now })
      if (count === undefined) throw unknownUserError(login)
      return `Revoked ${count} of ${login}; sessions that are open end by themselves.`
    }
    const issued = await issueClient(db, { login, now })
    if (!issued) throw unknownUserError(login)
    output.note('The secret is shown this once; what is kept of it cannot be read back.')
    return `client_id: ${issued.clientId}\nsecret: ${issued.secret}`
  },
}
