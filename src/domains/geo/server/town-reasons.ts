import type { TownRefusal } from './import-towns.ts'

/** Why a line of a file of postcodes stays out, for whoever runs the imports. */
export const townReasons: Record<TownRefusal, string> = {
  line_broken: 'the line does not have three fields',
  postcode_invalid: 'this is not a Spanish postcode',
  municipality_invalid: 'this is not the INE code of a municipality',
  name_missing: 'the municipality has no name',
  contradicted: 'an earlier line gives the municipality another name',
}
