import * as z from 'zod/mini'
import { locales } from '#vocabulary/locale.ts'
import { paymentMeans } from '#vocabulary/payment-means.ts'
import { residenceTypes } from './installation-rules.ts'
import type { StepName } from './wizard.ts'

/* The draft of a new contract that no step has sent yet, by the parts of the form. It is no answer: only its size is
   checked, and nothing is derived from it. Agreements are not part of it, since they are given with the step that
   they belong to. */

const Line = z.string().check(z.maxLength(300))
const Answer = z.nullable(z.boolean())
const Id = z.nullable(z.int())
const FileIds = z.array(z.uuid()).check(z.maxLength(5))
const SavedAddress = z.strictObject({
  ...{ tv: Line, nv: Line, pnp: Line, bq: Line, es: Line, pt: Line, pu: Line, dp: Line },
  ...{ ine: Line, aclarador: Line, ref_catastral: Line },
})
const Choice = { tariffId: Id, productId: z.int() }
const FullName = { taxId: Line, name: Line, surname1: Line, surname2: Line }

export const SavedDraft = z.partial(
  z.strictObject({
    installation: z.strictObject({
      ...{ cups: Line, address: SavedAddress, residence: z.enum(residenceTypes), activityId: Id },
      ...{ isSupplied: Answer, switchDay: z.optional(Line), retailerId: Id, invoices: FileIds },
    }),
    person: z.strictObject({
      ...{
        ...FullName,
        representative: z.strictObject(FullName),
        mobile: Line,
        email: Line,
        language: z.enum(locales),
      },
      ...{ changesOwner: Answer, hasOtherAddress: z.boolean(), address: SavedAddress },
      ...{ identityFront: FileIds, identityBack: FileIds, companyDocument: FileIds },
    }),
    contract: z.strictObject({
      ...{ ...Choice, powers: z.array(Line).check(z.length(6)), arePowersOwn: z.boolean() },
      ...{ hasSelfConsumption: z.boolean(), selfConsumptionPapers: FileIds },
      ...{ hasSocialBonus: z.optional(z.boolean()), bonusDiscount: z.optional(Line) },
    }),
    promotion: z.strictObject({
      ...{ typed: Line, applied: z.nullable(Line) },
      /** The energy of the product that the code opens. */
      energy: z.optional(z.enum(['electricity', 'gas'])),
    }),
    /** If omitted, the gas of a dual contract is not contracted, even if it was sent before. */
    gas: z.strictObject({
      ...{ ...Choice, isIncluded: z.boolean(), cups: Line, isSupplied: Answer, changesOwner: Answer },
      ...{ retailerId: Id, invoices: FileIds },
    }),
    /** An account on file is given by its id; only the server knows its number. */
    payment: z.strictObject({
      ...{ means: z.optional(z.enum(paymentMeans)), iban: Line, isOwner: z.boolean(), accountId: z.optional(Id) },
    }),
    /** The yearly consumption in kWh, which no step ever sends. */
    yearKwh: z.strictObject({ contract: Line, gas: Line }),
  }),
)
export type SavedDraft = z.output<typeof SavedDraft>

/** The part of the form that each step sends. */
export const draftPartByStep = {
  installation: 'installation',
  person: 'person',
  contract: 'contract',
  gasContract: 'gas',
  payment: 'payment',
} as const satisfies Partial<Record<StepName, keyof SavedDraft>>
