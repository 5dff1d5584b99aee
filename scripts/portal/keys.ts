import { readKeyRing, readKeys, type StoredKey } from '#domains/session/server/keys/key-store.ts'
import { countEncryptedTexts, type EncryptedTextCount } from '#domains/session/server/keys/reencrypt.ts'
import { retireKey } from '#domains/session/server/keys/retire.ts'
import { rotateKeys } from '#domains/session/server/keys/rotate.ts'
import { type KeyPurpose, keyPurposes } from '#domains/session/server/keys/rules.ts'
import { type Command, CommandError } from '../command.ts'

export const keysListCommand: Command = {
  name: 'keys list',
  parameters: '',
  summary:
    'Lists the keys that encrypt and sign: their ids, since when they are in force, and how many texts are encrypted with each.',
  async run({ words, db }) {
    if (words.length > 0) throw new CommandError('keys list takes no arguments.')
    await readKeyRing(db, 'sealing')
    return describeKeys(await readKeys(db), await countEncryptedTexts(db)).join('\n')
  },
}

export const keysRotateCommand: Command = {
  name: 'keys rotate',
  parameters: 'PURPOSE',
  summary:
    'Creates a new key for a purpose and re-encrypts what the old one encrypted; if interrupted, it continues when run again.',
  async run({ words: [word, ...others], db, output }) {
    const purpose = parsePurpose(word, others.length === 0)
    const { id, inForceFrom, unreadable } = await rotateKeys(db, purpose, output.note)
    const lost = unreadable.map((row) => `Cannot be decrypted with any key: ${row}`)
    const next =
      purpose === 'sealing'
        ? `Everything that can be decrypted is encrypted with sealing ${id}. The previous key can be retired.`
        : `${purpose} ${id} signs from ${inForceFrom.toISOString()} on. The previous key still verifies until it is retired.`
    return [...lost, next].join('\n')
  },
}

export const keysRetireCommand: Command = {
  name: 'keys retire',
  parameters: 'PURPOSE ID [--now]',
  summary: 'Retires a key that is no longer needed; with --now, everything it signed becomes invalid at once.',
  async run({ words, db }) {
    const [word, id, ...others] = words.filter((each) => each !== '--now')
    const purpose = parsePurpose(word, id !== undefined && others.length === 0, 'keys retire takes a PURPOSE and an ID')
    const outcome = await retireKey(db, { purpose, id: id!, isForced: words.includes('--now') })
    switch (outcome.kind) {
      case 'retired':
        return `${purpose} ${id} is deleted.`
      case 'unknown':
        throw new CommandError(`There is no key ${purpose} ${id}; npm run portal -- keys list shows them.`)
      case 'in_use':
        throw new CommandError(`${purpose} ${id} is in use: replace it with keys rotate ${purpose} first.`)
      case 'texts':
        throw new CommandError(
          `${outcome.count} texts are still encrypted with ${purpose} ${id}: run keys rotate ${purpose} first.`,
        )
      case 'until':
        throw new CommandError(
          `Values created with ${purpose} ${id} may be in use until ${outcome.until.toISOString()}: retire it then${purpose === 'sealing' ? '' : ', or now with --now if the key has leaked'}.`,
        )
    }
  },
}

function parsePurpose(
  word: string | undefined,
  isComplete: boolean,
  usage = 'keys rotate takes a PURPOSE',
): KeyPurpose {
  const purpose = keyPurposes.find((each) => each === word)
  if (purpose && isComplete) return purpose
  throw new CommandError(`${usage}; purposes are ${keyPurposes.join(', ')}.`)
}

function describeKeys(keys: readonly StoredKey[], texts: readonly EncryptedTextCount[]): string[] {
  const lines = keyPurposes.flatMap((purpose) => {
    const ofPurpose = keys.filter((key) => key.purpose === purpose)
    const used = ofPurpose.filter(({ isInForce }) => isInForce).at(-1)
    return ofPurpose.map((key) => {
      const state = key === used ? 'in use' : key.isInForce ? 'previous' : 'announced'
      const line = `${purpose} ${key.id}: ${state}, since ${key.inForceFrom.toISOString()}`
      return purpose === 'sealing' ? `${line}, ${describeTextCounts(key.id, texts)}` : line
    })
  })
  const keyIds = new Set(keys.filter(({ purpose }) => purpose === 'sealing').map(({ id }) => id))
  const lost = [...new Set(texts.map(({ keyId }) => keyId))].filter((id) => !keyIds.has(id))
  return [...lines, ...lost.map((id) => `sealing ${id}: missing, ${describeTextCounts(id, texts)}`)]
}

function describeTextCounts(id: string, texts: readonly EncryptedTextCount[]): string {
  const keyTexts = texts.filter(({ keyId }) => keyId === id)
  const total = keyTexts.reduce((sum, { count }) => sum + count, 0)
  const places = keyTexts.map(({ column, count }) => `${column} ${count}`).join(', ')
  return `${total} encrypted texts${places && ` (${places})`}`
}
