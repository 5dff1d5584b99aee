import { CommandError } from '../command.ts'
import type { Draft } from './draft.ts'
import { appendInside } from './edit-source.ts'
import { type Name, parseName } from './names.ts'
import type { Kind } from './program.ts'

type Port = {
  /** The type that its providers implement, and its file. */
  type: string
  file: string
  /** How the names of its providers end. */
  ending: string
  /** Whether their files are named without that ending. */
  isShortInFile?: true
  /** Where they are opened. */
  opened: string
}

const inContext = 'src/app/server/wiring/context.ts'
const ports: Record<string, Port> = {
  applicant: {
    type: 'ApplicantChecks',
    file: 'applicant-checks',
    ending: 'checks',
    opened: 'src/app/server/wiring/contracting.ts',
  },
  files: { type: 'Files', file: 'files', ending: 'files', opened: inContext },
  identity: { type: 'IdentityProvider', file: 'identity', ending: 'provider', isShortInFile: true, opened: inContext },
  mail: { type: 'MailSender', file: 'mail-sender', ending: 'mail', opened: 'src/app/server/wiring/mount-messages.ts' },
  payments: {
    type: 'PaymentProvider',
    file: 'payment-provider',
    ending: 'provider',
    isShortInFile: true,
    opened: 'src/app/server/wiring/mount-payments.ts',
  },
  signature: {
    type: 'SignatureProvider',
    file: 'signature-provider',
    ending: 'provider',
    opened: 'src/app/server/wiring/mount-signatures.ts',
  },
  sms: { type: 'SmsSender', file: 'sms-sender', ending: 'sms', opened: 'src/app/server/wiring/sms-messages.ts' },
  'virus-scan': { type: 'VirusScanner', file: 'virus-scanner', ending: 'scanner', opened: inContext },
}

const paymentsLeft =
  'Add its card form to src/domains/payments/web/card/card-provider.ts and its sources to csp-sources.ts, and run npm run settings-docs.'

/** Another implementation of something outside: a card provider, a carrier of text messages. */
export const providerKind: Kind = {
  name: 'provider',
  parameters: 'PORT NAME',
  summary: `an implementation of a port: ${Object.keys(ports).join(', ')}`,
  draft([portName, text], draft) {
    const port = ports[portName!]
    if (!port) throw new CommandError(`There is no port "${portName}", only ${Object.keys(ports).join(', ')}.`)
    const name = parseName(text!)
    const { type, file, ending, isShortInFile, opened } = port
    const made = parseName(`${name.kebab}-${ending}`)
    const fileName = isShortInFile ? name.kebab : made.kebab
    const path = `src/outside/${portName}/${fileName}`
    const members = membersOf(draft.read(`src/outside/${portName}/${file}.ts`), type)
    draft.add(`${path}.ts`, provider({ name, made, type, file, members }))
    draft.add(`${path}.test.ts`, test(made, fileName))
    if (portName === 'payments') registerPlatform(draft, name)
    return [
      `Write ${path}.ts, and ${path}.test.ts against a stand-in of the other side in src/outside/${portName}/testing.`,
      'Name its variables in src/app/server/process/environment.ts and config.ts, and run npm run configuration-docs.',
      `Open it in ${opened}.`,
      ...(portName === 'payments' ? [paymentsLeft] : []),
    ]
  },
}

/** Lists a payment provider among those that a retailer may offer, before the sandbox. */
function registerPlatform(draft: Draft, { kebab, sentence }: Name) {
  // The API takes letters, digits and underscores.
  const platform = kebab.replaceAll('-', '_')
  draft.edit('src/outside/payments/platforms.ts', (text) =>
    appendInside(text, /^const brands = \{/m, `${platform}: '${sentence}'`).replace(
      "'sandbox'",
      `'${platform}', 'sandbox'`,
    ),
  )
}

type Member = { name: string; value: string }

/** Returns the members that a type requires, each with something to begin with. */
function membersOf(source: string, type: string): Member[] {
  const [, body] = new RegExp(`export type ${type} = \\{([\\s\\S]*?)\\n?\\}\\n`).exec(source)!
  const lines = body!.includes('\n') ? body!.split('\n').filter((line) => /^ {2}\w/.test(line)) : [body!]
  return lines.flatMap((line) => {
    const [, name, isOptional, mark, rest] = /^\s*(\w+)(\??)([(:])\s*(.*)$/.exec(line)!
    if (isOptional) return []
    if (mark === '(') return [{ name: name!, value: `() { throw new Error('${name} is not written yet.') }` }]
    return [{ name: name!, value: `: ${rest === 'boolean' ? 'false' : "''"}` }]
  })
}

type NewProvider = { name: Name; made: Name; type: string; file: string; members: readonly Member[] }

function provider({ name, made, type, file, members }: NewProvider): string {
  return `import type { ${type} } from './${file}.ts'

/** ${name.sentence}. */
export function create${made.pascal}(): ${type} {
  return {
    ${members.map(({ name, value }) => `${name}${value},`).join('\n')}
  }
}
`
}

function test({ pascal, phrase }: Name, fileName: string): string {
  return `import { expect, test } from 'vitest'
import { create${pascal} } from './${fileName}.ts'

test('${phrase} does what the port promises', () => {
  expect(create${pascal}()).toBeTruthy()
  expect.fail('Write the tests of create${pascal}: each method done, refused, not answered, and answered with nonsense.')
})
`
}
