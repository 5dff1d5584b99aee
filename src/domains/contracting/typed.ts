import * as z from 'zod/mini'
import { locales } from '#kit/locale.ts'
import { residenceTypes } from './installation-rules.ts'
import type { StepName } from './wizard.ts'

/*
 * What is typed into the form of a new contract and no step has sent yet, by the parts of the form. It is nobody's answer:
 * nothing of it is checked but how much it is, and nothing is made of it. What is agreed to is not among it, since that is
 * said with the step that it belongs to.
 */

const Line = z.string().check(z.maxLength(300))
const Answer = z.nullable(z.boolean())
const Id = z.nullable(z.int32())
const FileIds = z.array(z.uuid()).check(z.maxLength(5))
const TypedPlace = z.strictObject({
  ...{ tv: Line, nv: Line, pnp: Line, bq: Line, es: Line, pt: Line, pu: Line, dp: Line },
  ...{ ine: Line, aclarador: Line, ref_catastral: Line },
})
const Choice = { tariffId: Id, productId: z.int32() }
const FullName = { taxId: Line, name: Line, surname1: Line, surname2: Line }

export const Typed = z.partial(
  z.strictObject({
    installation: z.strictObject({
      ...{ cups: Line, address: TypedPlace, residence: z.enum(residenceTypes), activityId: Id },
      ...{ isSupplied: Answer, retailerId: Id, invoices: FileIds },
    }),
    person: z.strictObject({
      ...{
        ...FullName,
        representative: z.strictObject(FullName),
        mobile: Line,
        email: Line,
        language: z.enum(locales),
      },
      ...{ changesOwner: Answer, hasOtherAddress: z.boolean(), address: TypedPlace },
      ...{ identityFront: FileIds, identityBack: FileIds, companyDocument: FileIds },
    }),
    contract: z.strictObject({
      ...{ ...Choice, powers: z.array(Line).check(z.length(6)), arePowersOwn: z.boolean() },
      ...{ hasSelfConsumption: z.boolean(), selfConsumptionPapers: FileIds },
    }),
    promotion: z.strictObject({
      ...{ typed: Line, applied: z.nullable(Line) },
      /** Of the product that the code opens. */
      energy: z.optional(z.enum(['electricity', 'gas'])),
    }),
    /** Left out, the gas of a dual contract is not contracted, whatever was sent of it before. */
    gas: z.strictObject({
      ...{ ...Choice, isIncluded: z.boolean(), cups: Line, isSupplied: Answer, changesOwner: Answer },
      ...{ retailerId: Id, invoices: FileIds },
    }),
    /** An account on file goes by its id, its number is known to the server alone. */
    payment: z.strictObject({ iban: Line, isOwner: z.boolean(), accountId: z.optional(Id) }),
    /** How much is used in a year, in kWh, which no step ever sends. */
    yearKwh: z.strictObject({ contract: Line, gas: Line }),
  }),
)
export type Typed = z.output<typeof Typed>

/** The part of the form that a step sends. */
export const partOf = {
  installation: 'installation',
  person: 'person',
  contract: 'contract',
  gasContract: 'gas',
  payment: 'payment',
} as const satisfies Partial<Record<StepName, keyof Typed>>
