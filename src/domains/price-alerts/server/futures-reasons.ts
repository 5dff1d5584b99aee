import type { FuturesRefusal } from './import-futures.ts'

/** Why a line of a file of futures stays out, for whoever runs the imports. */
export const futuresReasons: Record<FuturesRefusal, string> = {
  line_broken: 'the line does not have four fields',
  contract_invalid: 'this is no name of a contract, such as FTB M Jan-27, FTB Q1-27 or FTB YR-27',
  last_trading_day_invalid: 'the last trading day is no date like 2026-12-31',
  date_invalid: 'the date is no date like 2026-12-31',
  price_invalid: 'the price is no number from 0 to 10000 with a point and two decimals at most',
  after_last_trading_day: 'the date is after the last trading day',
  in_future: 'the date is still to come',
  contradicted: 'an earlier line gives another price for the day, or the contract another last trading day',
}
