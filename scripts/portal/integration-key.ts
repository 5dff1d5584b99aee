import { isScope, scopes } from '#domains/integration/rules.ts'
import { createKey, listKeys, revokeKey } from '#domains/integration/server/keys.ts'
import { isMarketDay } from '#vocabulary/day.ts'
import { startOf } from '#vocabulary/market-time.ts'
import { type Command, CommandError } from '../command.ts'

export const integrationKeyCreate: Command = {
  name: 'integration-key create',
  parameters: 'NAME --scopes SCOPE,… [--expires DAY]',
  summary: 'Makes a key by which a system of the retailer tells what is new, and prints it once.',
  async run({ words, db, now, output }) {
    const { name, given, expiresAt } = readWords(words)
    const unknown = given.find((scope) => !isScope(scope))
    if (unknown !== undefined || given.length === 0)
      throw new CommandError(`${unknown ?? 'Nothing'} is no scope; there are ${scopes.join(', ')}.`)
    if (expiresAt && expiresAt <= now) throw new CommandError('The key would have expired already.')
    const secret = await createKey(db, { name, scopes: given.filter(isScope), expiresAt, now })
    if (!secret) throw new CommandError(`There is a key ${name} already: revoke it first, or take another name.`)
    output.note('The key is shown this once; what is kept of it cannot be read back.')
    return secret
  },
}

export const integrationKeyList: Command = {
  name: 'integration-key list',
  parameters: '',
  summary: 'Lists the keys of the retailer’s systems: what they may do, and when they were last used.',
  async run({ db, now }) {
    const keys = await listKeys(db)
    if (keys.length === 0) return 'There are no keys.'
    return keys
      .map(({ name, scopes, expiresAt, revokedAt, lastUsedAt }) => {
        const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used'
        return `${name}: ${scopes.join(', ')}; ${used}; ${standing({ expiresAt, revokedAt }, now)}`
      })
      .join('\n')
  },
}

export const integrationKeyRevoke: Command = {
  name: 'integration-key revoke',
  parameters: 'NAME',
  summary: 'Takes a key away for good.',
  async run({ words, db, now }) {
    const [name, ...others] = words
    if (name === undefined || others.length > 0) throw new CommandError('integration-key revoke takes one NAME.')
    if (!(await revokeKey(db, { name, now }))) throw new CommandError(`There is no key ${name} in use.`)
    return `Revoked ${name}.`
  },
}

function readWords(words: readonly string[]): { name: string; given: string[]; expiresAt: Date | null } {
  const [name, ...options] = words
  if (name === undefined || name.startsWith('--'))
    throw new CommandError(
      'integration-key create takes a NAME, e.g. integration-key create erp --scopes invoices:write.',
    )
  const read: Record<string, string> = {}
  for (let place = 0; place < options.length; place += 2) {
    const [option, value] = options.slice(place, place + 2)
    if ((option !== '--scopes' && option !== '--expires') || value === undefined)
      throw new CommandError(`${option} is not understood.`)
    read[option] = value
  }
  const day = read['--expires']
  if (day !== undefined && !isMarketDay(day)) throw new CommandError(`${day} is no day such as 2027-12-31.`)
  return {
    name,
    given: (read['--scopes'] ?? '').split(',').filter(Boolean),
    expiresAt: day === undefined ? null : startOf(day, 'Europe/Madrid'),
  }
}

function standing({ expiresAt, revokedAt }: { expiresAt: Date | null; revokedAt: Date | null }, now: Date): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`
  if (!expiresAt) return 'does not expire'
  return `${expiresAt <= now ? 'expired' : 'expires'} ${expiresAt.toISOString()}`
}
