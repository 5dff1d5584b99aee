import type { RegisterReport } from './import-register.ts'

/** Why a line of a file of the register stays out, for whoever runs the imports. */
export const registerReasons: Record<RegisterReport['refusals'][number]['code'], string> = {
  line_broken: 'the line has another number of fields than the first one',
  cups_invalid: 'this is not a CUPS',
  tariff_missing: 'there is no access tariff',
  dates_invalid: 'the month has no first and last day such as 2026-01-01',
  number_invalid: 'a power or an energy is not a whole number',
  point_unknown: 'the register does not know this supply; take in its points first',
}
