import { splitStreetType } from '#vocabulary/street-types.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { PersonAnswers } from './person-rules.ts'

/** For how many months a company document is not requested again. */
export const companyPaperValidMonths = 24

/** A document of a holder on file, with the tax id of the person or company it identifies. */
export type DocumentOnFile = { kind: 'identity' | 'company'; tax_id: string }

/** A holder of the signed-in user, as far as it affects what the form requires. */
export type HolderOnFile = { tax_id: string; full_name: string; papers: readonly DocumentOnFile[] }

/** Which documents of a holder are on file, so that they are not sent twice. */
export type DocumentsOnFile = { identity: boolean; company: boolean }

export const noDocuments: DocumentsOnFile = { identity: false, company: false }

type Owner = PersonAnswers['owner']

/**
 * Returns the documents on file of the typed holder: those of a holder on file with the same tax id and the same name,
 * since nothing has been verified for another name under a known tax id. For a company the identity is that of its
 * representative.
 */
export function documentsOnFileOf(owner: Owner, holders: readonly HolderOnFile[]): DocumentsOnFile {
  const holder = holders.find((each) => isHolder(owner, each))
  if (!holder) return noDocuments
  const has = (kind: DocumentOnFile['kind'], taxId: string) =>
    holder.papers.some((document) => document.kind === kind && isSameTaxId(document.tax_id, taxId))
  const signer = owner.type === 'F' ? owner.fisic_vat : owner.rep_vat
  return { identity: has('identity', signer), company: owner.type === 'J' && has('company', owner.juridic_vat) }
}

/** Checks whether the typed holder is one on file, by tax id and name. Accents and case are ignored. */
export function isHolder(owner: Owner, { tax_id, full_name }: Pick<HolderOnFile, 'tax_id' | 'full_name'>): boolean {
  const [taxId, name] =
    owner.type === 'F'
      ? [owner.fisic_vat, [owner.first_name, owner.surname1, owner.surname2].join(' ')]
      : [owner.juridic_vat, owner.name]
  return isSameTaxId(taxId, tax_id) && plain(name) === plain(full_name)
}

/** Checks whether two texts are the same tax id, regardless of formatting. */
export function isSameTaxId(one: string, other: string): boolean {
  const parsed = parseTaxId(one)
  return parsed !== null && parsed.taxId === parseTaxId(other)?.taxId
}

const nameParticles = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'el',
  'i',
  'y',
  'e',
  'da',
  'do',
  'das',
  'dos',
  'van',
  'von',
])

/**
 * Splits a person's name into the parts of the form: the last two words are surnames, with the particles before them.
 */
export function splitFullName(fullName: string): { name: string; surname1: string; surname2: string } {
  const parts: string[] = []
  let particles = ''
  for (const word of fullName.trim().split(/\s+/)) {
    if (nameParticles.has(word.toLowerCase())) particles += `${word} `
    else {
      parts.push(particles + word)
      particles = ''
    }
  }
  const [surname1 = '', surname2 = ''] = parts.length < 3 ? parts.slice(1) : parts.slice(-2)
  const givenNames = parts.length < 3 ? parts.slice(0, 1) : parts.slice(0, -2)
  return { name: givenNames.join(' '), surname1, surname2 }
}

/**
 * Parses a line such as `Carrer de Gurb, 41, 2n 1a` into its parts. What follows the street number becomes the
 * clarification.
 */
export function parseStreetLine(line: string): { tv: string; nv: string; pnp: string; aclarador: string } {
  const [street = '', ...others] = line.split(',').map((part) => part.trim())
  const type = splitStreetType(street)
  const [pnp = '', ...rest] = others
  return { tv: type?.code ?? 'CL', nv: type?.name ?? street, pnp: pnp.slice(0, 9), aclarador: rest.join(', ') }
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ')
}
