import * as z from 'zod/mini'
import { parsePhone } from '#vocabulary/phone.ts'
import { isCompanyTaxId, parseTaxId } from '#vocabulary/tax-id.ts'
import { addressProblems, type WireAddress } from './address-rules.ts'
import { type Asked, isBlank, missing, type Problems, problemIf, tooLong } from './asked.ts'
import type { PapersGiven } from './known-holder-rules.ts'

/** How many pictures there may be of an identity document. */
const mostIdentityImages = 2

/** The fewest characters of a phone (specification, point 5). */
const shortestPhone = 4

const longestName = 100

type Owner =
  | { type: 'F'; fisic_vat: string; first_name: string; surname1: string; surname2?: string | null }
  | {
      type: 'J'
      name: string
      juridic_vat: string
      rep_vat: string
      rep_name: string
      rep_surname1: string
      rep_surname2?: string | null
    }

export type PersonAnswers = {
  owner: Owner
  owner_address: WireAddress & {
    different_address: boolean
    mobile: string
    email?: string | null
    zip?: string | null
  }
  change_owner?: boolean | null
  commsLanguage?: string
  nif_faceup?: readonly unknown[]
  nif_facedown?: readonly unknown[]
  cif?: readonly unknown[]
}

/** What earlier steps told that this one depends on, and which papers are on file. */
type Before = { hasActiveContract: boolean; papers: PapersGiven }

/** What is wrong with the second step: who the holder is and how they are reached (specification, point 5). */
export function personProblems(answers: PersonAnswers, asked: Asked, { hasActiveContract, papers }: Before): Problems {
  const { owner, owner_address: reached, nif_faceup = [], nif_facedown = [], cif = [] } = answers
  const images = nif_faceup.length + nif_facedown.length
  return {
    ...(reached.different_address ? addressProblems(reached, 'owner_address') : {}),
    ...(owner.type === 'F' ? personOwnerProblems(owner) : companyProblems(owner, asked)),
    ...contactProblems(reached, asked),
    ...problemIf(hasActiveContract && typeof answers.change_owner !== 'boolean', 'change_owner', 'required'),
    ...problemIf(asked.commsLanguageRequired && isBlank(answers.commsLanguage), 'commsLanguage', 'required'),
    ...problemIf(
      asked.dniRequired && !papers.identity && nif_faceup.length === 0,
      'nif_faceup',
      'identity_image_required',
    ),
    ...problemIf(images > mostIdentityImages, 'nif_faceup', `too_many_files:${mostIdentityImages}`),
    ...problemIf(owner.type === 'J' && !papers.company && cif.length === 0, 'cif', 'company_document_required'),
  }
}

/**
 * The second step as it is kept: tax ids without separators, the phone with its prefix (+34, twelve characters), and the
 * postcode of the address, for which the wire has two names. What is wrong stays as it was typed, to be told so.
 */
export function tidyPerson<Answers extends PersonAnswers>(answers: Answers): Answers {
  const { owner, owner_address: reached } = answers
  const { different_address, mobile, dp, zip } = reached
  const postcode = (isBlank(dp) ? zip : dp)?.trim()
  return {
    ...answers,
    owner:
      owner.type === 'F'
        ? { ...owner, fisic_vat: tidyTaxId(owner.fisic_vat) }
        : { ...owner, juridic_vat: tidyTaxId(owner.juridic_vat), rep_vat: tidyTaxId(owner.rep_vat) },
    owner_address: {
      ...reached,
      mobile: parsePhone(mobile) ?? mobile,
      ...(different_address && postcode && { dp: postcode, zip: postcode }),
    },
  }
}

function tidyTaxId(text: string): string {
  return parseTaxId(text)?.taxId ?? text
}

function personOwnerProblems(owner: Extract<Owner, { type: 'F' }>): Problems {
  const { fisic_vat, first_name, surname1 } = owner
  const isPerson = parseTaxId(fisic_vat) !== null && !isCompanyTaxId(fisic_vat)
  return {
    ...problemIf(!isPerson, 'owner.fisic_vat', 'vat_invalid'),
    ...namesTooLong({ 'owner.first_name': first_name, 'owner.surname1': surname1, 'owner.surname2': owner.surname2 }),
    ...missing({ 'owner.fisic_vat': fisic_vat, 'owner.first_name': first_name, 'owner.surname1': surname1 }),
  }
}

function companyProblems(owner: Extract<Owner, { type: 'J' }>, { restrictCompanyVAT }: Asked): Problems {
  const { name, juridic_vat, rep_vat, rep_name, rep_surname1 } = owner
  const isPerson = parseTaxId(rep_vat) !== null && !isCompanyTaxId(rep_vat)
  return {
    ...problemIf(!isCompanyTaxId(juridic_vat), 'owner.juridic_vat', 'vat_invalid'),
    ...problemIf(restrictCompanyVAT, 'owner.juridic_vat', 'company_vat_not_allowed'),
    ...problemIf(!isPerson, 'owner.rep_vat', 'vat_invalid'),
    ...namesTooLong({
      'owner.name': name,
      'owner.rep_name': rep_name,
      'owner.rep_surname1': rep_surname1,
      'owner.rep_surname2': owner.rep_surname2,
    }),
    ...missing({
      'owner.name': name,
      'owner.juridic_vat': juridic_vat,
      'owner.rep_vat': rep_vat,
      'owner.rep_name': rep_name,
      'owner.rep_surname1': rep_surname1,
    }),
  }
}

function contactProblems({ mobile, email }: PersonAnswers['owner_address'], { emailRequired }: Asked): Problems {
  const isPhone = mobile.trim().length >= shortestPhone && isSpanishPhone(mobile)
  const isEmail = z.email().safeParse((email ?? '').trim()).success
  return {
    ...problemIf(!isBlank(email) && !isEmail, 'owner_address.email', 'email_not_valid'),
    ...problemIf(emailRequired && isBlank(email), 'owner_address.email', 'required'),
    ...problemIf(!isPhone, 'owner_address.mobile', 'mobile_not_valid'),
    ...missing({ 'owner_address.mobile': mobile }),
  }
}

/** A number of the country, with its prefix or without (specification, point 5: +34 is forced). */
function isSpanishPhone(text: string): boolean {
  return parsePhone(text)?.startsWith('+34') ?? false
}

function namesTooLong(names: Record<string, string | null | undefined>): Problems {
  return tooLong(
    Object.fromEntries(Object.entries(names).map(([field, name]) => [field, [name, longestName] as const])),
  )
}

/**
 * Whether a signature proves that the holder's tax id is theirs who signed: where their identity document was found to be
 * of that name and number. Of a company nobody shows here that they may sign for it.
 */
export function provesHolder(checked: { ownerType: 'F' | 'J'; isSamePerson: boolean | undefined }): boolean {
  return checked.ownerType === 'F' && checked.isSamePerson === true
}
