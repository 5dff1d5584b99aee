import * as z from 'zod/mini'
import { parsePhone } from '#vocabulary/phone.ts'
import { isCompanyTaxId, parseTaxId } from '#vocabulary/tax-id.ts'
import { addressProblems, type WireAddress } from './address-rules.ts'
import {
  type ContractFormConfig,
  type FieldProblems,
  isBlank,
  lengthProblems,
  missingProblems,
  problemIf,
} from './field-problems.ts'
import type { DocumentsOnFile } from './known-holder-rules.ts'

/** The maximum number of images of an identity document. */
const maxIdentityImages = 2

/** The minimum length of a phone number in characters (specification, point 5). */
const minPhoneLength = 4

const maxNameLength = 100

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

/** What this step depends on: answers of earlier steps, and the documents on file. */
type PersonContext = { hasActiveContract: boolean; documents: DocumentsOnFile }

/** Returns the problems of the second step: the holder and their contact details (specification, point 5). */
export function personProblems(
  answers: PersonAnswers,
  config: ContractFormConfig,
  { hasActiveContract, documents }: PersonContext,
): FieldProblems {
  const { owner, owner_address: contact, nif_faceup = [], nif_facedown = [], cif = [] } = answers
  const images = nif_faceup.length + nif_facedown.length
  return {
    ...(contact.different_address ? addressProblems(contact, 'owner_address') : {}),
    ...(owner.type === 'F' ? personOwnerProblems(owner) : companyProblems(owner, config)),
    ...contactProblems(contact, config),
    ...problemIf(hasActiveContract && typeof answers.change_owner !== 'boolean', 'change_owner', 'required'),
    ...problemIf(config.commsLanguageRequired && isBlank(answers.commsLanguage), 'commsLanguage', 'required'),
    ...problemIf(
      config.dniRequired && !documents.identity && nif_faceup.length === 0,
      'nif_faceup',
      'identity_image_required',
    ),
    ...problemIf(images > maxIdentityImages, 'nif_faceup', `too_many_files:${maxIdentityImages}`),
    ...problemIf(owner.type === 'J' && !documents.company && cif.length === 0, 'cif', 'company_document_required'),
  }
}

/**
 * Returns the second step as it is stored: tax ids without separators, the phone with its prefix (+34, twelve
 * characters), and the postcode of the address, which has two names in the API. Invalid values stay as typed, so that
 * they are reported as such.
 */
export function normalizePerson<Answers extends PersonAnswers>(answers: Answers): Answers {
  const { owner, owner_address: contact } = answers
  const { different_address, mobile, dp, zip } = contact
  const postcode = (isBlank(dp) ? zip : dp)?.trim()
  return {
    ...answers,
    owner:
      owner.type === 'F'
        ? { ...owner, fisic_vat: normalizeTaxId(owner.fisic_vat) }
        : { ...owner, juridic_vat: normalizeTaxId(owner.juridic_vat), rep_vat: normalizeTaxId(owner.rep_vat) },
    owner_address: {
      ...contact,
      mobile: parsePhone(mobile) ?? mobile,
      ...(different_address && postcode && { dp: postcode, zip: postcode }),
    },
  }
}

function normalizeTaxId(text: string): string {
  return parseTaxId(text)?.taxId ?? text
}

function personOwnerProblems(owner: Extract<Owner, { type: 'F' }>): FieldProblems {
  const { fisic_vat, first_name, surname1 } = owner
  const isPerson = parseTaxId(fisic_vat) !== null && !isCompanyTaxId(fisic_vat)
  return {
    ...problemIf(!isPerson, 'owner.fisic_vat', 'vat_invalid'),
    ...nameLengthProblems({
      'owner.first_name': first_name,
      'owner.surname1': surname1,
      'owner.surname2': owner.surname2,
    }),
    ...missingProblems({ 'owner.fisic_vat': fisic_vat, 'owner.first_name': first_name, 'owner.surname1': surname1 }),
  }
}

function companyProblems(
  owner: Extract<Owner, { type: 'J' }>,
  { restrictCompanyVAT }: ContractFormConfig,
): FieldProblems {
  const { name, juridic_vat, rep_vat, rep_name, rep_surname1 } = owner
  const isPerson = parseTaxId(rep_vat) !== null && !isCompanyTaxId(rep_vat)
  return {
    ...problemIf(!isCompanyTaxId(juridic_vat), 'owner.juridic_vat', 'vat_invalid'),
    ...problemIf(restrictCompanyVAT, 'owner.juridic_vat', 'company_vat_not_allowed'),
    ...problemIf(!isPerson, 'owner.rep_vat', 'vat_invalid'),
    ...nameLengthProblems({
      'owner.name': name,
      'owner.rep_name': rep_name,
      'owner.rep_surname1': rep_surname1,
      'owner.rep_surname2': owner.rep_surname2,
    }),
    ...missingProblems({
      'owner.name': name,
      'owner.juridic_vat': juridic_vat,
      'owner.rep_vat': rep_vat,
      'owner.rep_name': rep_name,
      'owner.rep_surname1': rep_surname1,
    }),
  }
}

function contactProblems(
  { mobile, email }: PersonAnswers['owner_address'],
  { emailRequired }: ContractFormConfig,
): FieldProblems {
  const isPhone = mobile.trim().length >= minPhoneLength && isSpanishPhone(mobile)
  const isEmail = z.email().safeParse((email ?? '').trim()).success
  return {
    ...problemIf(!isBlank(email) && !isEmail, 'owner_address.email', 'email_not_valid'),
    ...problemIf(emailRequired && isBlank(email), 'owner_address.email', 'required'),
    ...problemIf(!isPhone, 'owner_address.mobile', 'mobile_not_valid'),
    ...missingProblems({ 'owner_address.mobile': mobile }),
  }
}

/** Checks for a Spanish number, with or without its prefix (specification, point 5: +34 is forced). */
function isSpanishPhone(text: string): boolean {
  return parsePhone(text)?.startsWith('+34') ?? false
}

function nameLengthProblems(names: Record<string, string | null | undefined>): FieldProblems {
  return lengthProblems(
    Object.fromEntries(Object.entries(names).map(([field, name]) => [field, [name, maxNameLength] as const])),
  )
}

/**
 * Checks whether a signature proves that the holder's tax id belongs to the signer, because the identity document was
 * found to match its name and number. For a company nothing here shows that the signer may sign for it.
 */
export function isHolderVerified(check: { ownerType: 'F' | 'J'; isSamePerson: boolean | undefined }): boolean {
  return check.ownerType === 'F' && check.isSamePerson === true
}
