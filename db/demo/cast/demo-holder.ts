import type { CurveStep } from '#domains/consumption/curve.ts'
import type { WrittenFormat } from '#domains/consumption/server/files/write-curve-file.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { MeterRental } from '#vocabulary/regulated-figures.ts'
import type { Load } from '../loads/load.ts'
import type { Today } from '../loads/today.ts'

/** Who signs in to the demo. */
export const demoLogins = ['anna', 'biel', 'taller', 'cooperativa'] as const
export type DemoLogin = (typeof demoLogins)[number]

/** A customer of the demo, with the person who signs in for it. */
export type DemoHolder = {
  /** Null where nobody has an account for it yet. */
  login: DemoLogin | null
  locale: 'ca' | 'es'
  userName: string
  taxId: string
  name: string
  fiscalAddress: string
  email: string
  phone: string
  /** Pays by direct debit from this account; null pays by transfer. */
  iban: string | null
  supplies: DemoSupply[]
  /** Whether the invoices of all supplies are gathered in one, and how those fared that did not go the usual way, by age. */
  multipoint: { stories: Record<number, BillStory> } | null
  wallets: DemoWallet[]
  papers: DemoPaper[]
}

/** A supply point with its contract. */
export type DemoSupply = {
  contract: string
  cups: string
  /** The distributor's code in the catalogue. */
  distributor: string
  place: DemoPlace
  cadastralReference?: string
  state: 'esborrany' | 'activa' | 'baixa' | 'cancelada'
  signedOn: MarketDay | null
  startsOn: MarketDay | null
  endsOn: MarketDay | null
  tariff: string
  product: string
  /** Per period, P1 first; empty for gas. */
  powerWatts: number[]
  selfConsumption: string
  meter: DemoMeter
  rental: MeterRental | 'owned'
  /** Where letters about it go, if not to the holder. */
  notification?: { name: string; address: string; email: string | null; phone: string | null }
  /** Pays by transfer although the holder's other contracts do not. */
  paysByTransfer: boolean
  /** How bills fared that did not go the usual way, by their age: 0 is the newest. */
  stories: Record<number, BillStory>
}

export type DemoPlace = { street: string; postcode: string; city: string; provinceCode: string }

/** What is known of a supply's use, and what it is billed by. */
export type DemoMeter =
  /** Curves of all days, and bills from them. */
  | ({ kind: 'curve' } & DemoCurve)
  /** Curves of the last weeks only, and bills from a reading on the first of every month. */
  | ({ kind: 'reading' } & DemoCurve)
  | { kind: 'gas'; whOn: (today: Today) => number }
  /** Not supplied, or not by us. */
  | { kind: 'none' }

export type DemoCurve = {
  load: Load
  /** Solar panels behind the same meter. */
  panels?: Load
  /** In which kind of file the curve comes. */
  format: WrittenFormat
  stepMinutes: CurveStep
  /** Hours of a day that have not arrived. */
  gap?: { day: MarketDay; fromHour: number; toHour: number }
}

/** How a bill fared. `wrongPower` was made with the power before a change, cancelled and made anew. */
export type BillStory =
  | 'unpaid'
  | 'partlyPaid'
  | 'paidAfterReturn'
  | 'inReview'
  | 'paidWithoutTransaction'
  | 'wrongPower'

/** A solar wallet and the contracts that share what it holds. */
export type DemoWallet = {
  name: string
  links: {
    contract: string
    percentage: number
    startsOn: MarketDay
    endsOn: MarketDay | null
    /** What the panels of this contract earn beyond its bills goes into the wallet. */
    isOrigin: boolean
  }[]
}

/** A paper attached to a contract. */
export type DemoPaper = {
  contract: string
  kind: 'contract' | 'selfConsumption' | 'holderChange'
  createdOn: MarketDay
}

/** What most supplies have. */
export const usualSupply = {
  state: 'activa',
  endsOn: null,
  selfConsumption: '00',
  rental: 'single_phase',
  paysByTransfer: false,
  stories: {},
} as const satisfies Partial<DemoSupply>
