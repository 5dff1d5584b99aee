import { isScope, scopes } from '#domains/integration/rules.ts'
import { createKey, listKeys, revokeKey } from '#domains/integration/server/key-store.ts'
import { isMarketDay } from '#vocabulary/day.ts'
import { startOf } from '#vocabulary/market-time.ts'
import { type Command, CommandError } from '../command.ts'

export const integrationKeyCreateCommand: Command = {
  name: 'integration-key create',
  parameters: 'NAME --scopes SCOPE,… [--expires DAY]',
  summary: 'Creates a key with which one of the retailer’s systems sends data to the portal, and prints it once.',
  async run({ words, db, now, output }) {
    const { name, requestedScopes, expiresAt } = parseKeyOptions(words)
    const unknown = requestedScopes.find((scope) => !isScope(scope))
    if (unknown !== undefined || requestedScopes.length === 0)
      throw new CommandError(`${unknown ?? 'Nothing'} is not a scope; the scopes are ${scopes.join(', ')}.`)
    if (expiresAt && expiresAt <= now) throw new CommandError('The key would already have expired.')
    const secret = await createKey(db, { name, scopes: requestedScopes.filter(isScope), expiresAt, now })
    if (!secret) throw new CommandError(`There is already a key ${name}: revoke it first, or choose another name.`)
    output.note('The key is shown this once; what is kept of it cannot be read back.')
    return secret
  },
}

export const integrationKeyListCommand: Command = {
  name: 'integration-key list',
  parameters: '',
  summary: 'Lists the keys of the retailer’s systems: their scopes, and when they were last used.',
  async run({ db, now }) {
    const keys = await listKeys(db)
    if (keys.length === 0) return 'There are no keys.'
    return keys
      .map(({ name, scopes, expiresAt, revokedAt, lastUsedAt }) => {
        const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used'
        return `${name}: ${scopes.join(', ')}; ${used}; ${describeKeyStatus({ expiresAt, revokedAt }, now)}`
      })
      .join('\n')
  },
}

export const integrationKeyRevokeCommand: Command = {
  name: 'integration-key revoke',
  parameters: 'NAME',
  summary: 'Revokes a key permanently.',
  async run({ words, db, now }) {
    const [name, ...others] = words
    if (name === undefined || others.length > 0) throw new CommandError('integration-key revoke takes one NAME.')
    if (!(await revokeKey(db, { name, now }))) throw new CommandError(`There is no key ${name} in use.`)
    return `Revoked ${name}.`
  },
}

function parseKeyOptions(words: readonly string[]): {
  name: string
  requestedScopes: string[]
  expiresAt: Date | null
} {
  const [name, ...options] = words
  if (name === undefined || name.startsWith('--'))
    throw new CommandError(
      'integration-key create takes a NAME, e.g. integration-key create erp --scopes invoices:write.',
    )
  const parsedOptions: Record<string, string> = {}
  for (let index = 0; index < options.length; index += 2) {
    const [option, value] = options.slice(index, index + 2)
    if ((option !== '--scopes' && option !== '--expires') || value === undefined)
      throw new CommandError(`Unknown option: ${option}.`)
    parsedOptions[option] = value
  }
  const day = parsedOptions['--expires']
  if (day !== undefined && !isMarketDay(day)) throw new CommandError(`${day} is not a day such as 2027-12-31.`)
  return {
    name,
    requestedScopes: (parsedOptions['--scopes'] ?? '').split(',').filter(Boolean),
    expiresAt: day === undefined ? null : startOf(day, 'Europe/Madrid'),
  }
}

function describeKeyStatus(
  { expiresAt, revokedAt }: { expiresAt: Date | null; revokedAt: Date | null },
  now: Date,
): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`
  if (!expiresAt) return 'does not expire'
  return `${expiresAt <= now ? 'expired' : 'expires'} ${expiresAt.toISOString()}`
}
