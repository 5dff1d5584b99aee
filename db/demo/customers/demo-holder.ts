import type { CurveStep } from '#domains/consumption/curve.ts'
import type { WrittenFormat } from '#domains/consumption/server/files/write-curve-file.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { MeterRental } from '#vocabulary/regulated-prices.ts'
import type { DemoDay } from '../loads/demo-day.ts'
import type { LoadProfile } from '../loads/load-profile.ts'

/** The logins of the demo's customers. */
export const demoLogins = ['anna', 'biel', 'taller', 'cooperativa'] as const
export type DemoLogin = (typeof demoLogins)[number]

/** A customer of the demo with its user. */
export type DemoHolder = {
  /** Null if the customer has no account yet. */
  login: DemoLogin | null
  locale: 'ca' | 'es'
  userName: string
  taxId: string
  name: string
  fiscalAddress: string
  email: string
  phone: string
  /** The account for direct debit; null for payment by transfer. */
  iban: string | null
  supplies: DemoSupply[]
  /**
   * Set if all supplies are billed on one multipoint invoice, with the outcome of the bills that took an unusual
   * course, by age.
   */
  multipoint: { scenarios: Record<number, BillScenario> } | null
  wallets: DemoWallet[]
  documents: DemoDocument[]
}

/** A supply point with its contract. */
export type DemoSupply = {
  contract: string
  cups: string
  /** The distributor's code in the catalogue. */
  distributor: string
  address: DemoAddress
  cadastralReference?: string
  state: 'esborrany' | 'activa' | 'baixa' | 'cancelada'
  signedOn: MarketDay | null
  startsOn: MarketDay | null
  endsOn: MarketDay | null
  tariff: string
  product: string
  /** Per period, P1 first; empty for gas. */
  powerWatts: number[]
  /** Reactive energy as a percentage of the active one, where motors cause it. */
  reactivePercent?: number
  selfConsumption: string
  meter: DemoMeter
  rental: MeterRental | 'owned'
  /** The recipient of correspondence about it, if not the holder. */
  notification?: { name: string; address: string; email: string | null; phone: string | null }
  /** Paid by transfer although the holder's other contracts are not. */
  paysByTransfer: boolean
  /** The outcome of the bills that took an unusual course, by age: 0 is the newest. */
  scenarios: Record<number, BillScenario>
  /** The energy by period, P1 first, that its bills of some months lacked and that one bill charges later. */
  underbilledWh?: readonly number[]
}

export type DemoAddress = { street: string; postcode: string; city: string; provinceCode: string }

/** The consumption data of a supply, and the data that it is billed by. */
export type DemoMeter =
  /** Curves of all days, which are also the basis of the bills. */
  | ({ kind: 'curve' } & DemoCurve)
  /** Curves of the last weeks only, and bills based on a reading on the first of every month. */
  | ({ kind: 'reading' } & DemoCurve)
  | { kind: 'gas'; dailyWh: (today: DemoDay) => number }
  /** Not supplied, or not by this retailer. */
  | { kind: 'none' }

export type DemoCurve = {
  load: LoadProfile
  /** Solar panels behind the same meter. */
  panels?: LoadProfile
  /** The format of the curve files. */
  format: WrittenFormat
  stepMinutes: CurveStep
  /** Hours of a day whose data have not arrived. */
  gap?: { day: MarketDay; fromHour: number; toHour: number }
  /** What the distributor adds to each of these hours of a day after its bill. */
  lateCorrection?: { fromHour: number; toHour: number; addedWh: number }
}

/**
 * The outcome of a bill. `wrongPower` was issued with the power before a change, cancelled some months later and issued
 * again with the interest on what was paid too much.
 */
export type BillScenario =
  | 'unpaid'
  | 'partlyPaid'
  | 'paidAfterReturn'
  | 'inReview'
  | 'paidWithoutTransaction'
  | 'wrongPower'

/** A solar wallet and the contracts that share its balance. */
export type DemoWallet = {
  name: string
  links: {
    contract: string
    percentage: number
    startsOn: MarketDay
    endsOn: MarketDay | null
    /** Whether the surplus that the panels of this contract earn beyond its bills goes into the wallet. */
    isOrigin: boolean
  }[]
}

/** A document attached to a contract. */
export type DemoDocument = {
  contract: string
  kind: 'contract' | 'selfConsumption' | 'holderChange'
  createdOn: MarketDay
}

/** The defaults of a supply. */
export const defaultSupply = {
  state: 'activa',
  endsOn: null,
  selfConsumption: '00',
  rental: 'single_phase',
  paysByTransfer: false,
  scenarios: {},
} as const satisfies Partial<DemoSupply>
