import { splitStreetType } from '#vocabulary/street-types.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { PersonAnswers } from './person-rules.ts'

/** For how long an identity document that was checked, or a document of a company, is not asked for again. */
export const paperValidMonths = 24

/** Documents of a holder that are on file: of whom, by the tax id. */
export type PaperOnFile = { kind: 'identity' | 'company'; tax_id: string }

/** A holder of whoever is signed in, as far as it decides what is asked for. */
export type HolderOnFile = { tax_id: string; full_name: string; papers: readonly PaperOnFile[] }

/** Which papers of a holder are on file, so that nobody sends them twice. */
export type PapersGiven = { identity: boolean; company: boolean }

export const noPapers: PapersGiven = { identity: false, company: false }

type Owner = PersonAnswers['owner']

/**
 * The papers on file of the holder that is typed: those of a holder on file with the same tax id and the same name, since
 * another name under a known tax id has shown nothing. Of a company the identity is its representative's.
 */
export function papersGiven(owner: Owner, holders: readonly HolderOnFile[]): PapersGiven {
  const holder = holders.find((each) => isHolder(owner, each))
  if (!holder) return noPapers
  const has = (kind: PaperOnFile['kind'], taxId: string) =>
    holder.papers.some((paper) => paper.kind === kind && isSameTaxId(paper.tax_id, taxId))
  const signer = owner.type === 'F' ? owner.fisic_vat : owner.rep_vat
  return { identity: has('identity', signer), company: owner.type === 'J' && has('company', owner.juridic_vat) }
}

/** Whether the holder that is typed is one on file, by tax id and name; accents and capitals count for nothing. */
export function isHolder(owner: Owner, { tax_id, full_name }: Pick<HolderOnFile, 'tax_id' | 'full_name'>): boolean {
  const [taxId, name] =
    owner.type === 'F'
      ? [owner.fisic_vat, [owner.first_name, owner.surname1, owner.surname2].join(' ')]
      : [owner.juridic_vat, owner.name]
  return isSameTaxId(taxId, tax_id) && plain(name) === plain(full_name)
}

/** Whether two texts are the same tax id, however they are written. */
export function isSameTaxId(one: string, other: string): boolean {
  const parsed = parseTaxId(one)
  return parsed !== null && parsed.taxId === parseTaxId(other)?.taxId
}

const joiningWords = new Set([
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

/** The name of a person in the parts that the form has: the last two words are surnames, with the small words before them. */
export function namePartsOf(fullName: string): { name: string; surname1: string; surname2: string } {
  const parts: string[] = []
  let joining = ''
  for (const word of fullName.trim().split(/\s+/)) {
    if (joiningWords.has(word.toLowerCase())) joining += `${word} `
    else {
      parts.push(joining + word)
      joining = ''
    }
  }
  const [surname1 = '', surname2 = ''] = parts.length < 3 ? parts.slice(1) : parts.slice(-2)
  const given = parts.length < 3 ? parts.slice(0, 1) : parts.slice(0, -2)
  return { name: given.join(' '), surname1, surname2 }
}

/** The parts of a line such as `Carrer de Gurb, 41, 2n 1a`; what is no number of the street helps to find it. */
export function streetPartsOf(line: string): { tv: string; nv: string; pnp: string; aclarador: string } {
  const [street = '', ...others] = line.split(',').map((part) => part.trim())
  const type = splitStreetType(street)
  const [pnp = '', ...rest] = others
  return { tv: type?.code ?? 'CL', nv: type?.name ?? street, pnp: pnp.slice(0, 9), aclarador: rest.join(', ') }
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ')
}
