import type { TownRefusal, TownsReport } from '#domains/geo/server/import-towns.ts'

const mostRefusals = 20

const reasons: Record<TownRefusal, string> = {
  line_broken: 'the line does not have three fields',
  postcode_invalid: 'this is not a Spanish postcode',
  municipality_invalid: 'this is not the INE code of a municipality',
  name_missing: 'the municipality has no name',
  contradicted: 'an earlier line gives the municipality another name',
}

/** What became of a file of postcodes, in lines for people. */
export function describeTowns(file: string, { created, updated, unchanged, refusals }: TownsReport): string {
  const shown = refusals.slice(0, mostRefusals)
  return [
    `${file}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${refusals.length} refused.`,
    ...shown.map(({ line, code }) => `  Line ${line}: ${reasons[code]}.`),
    ...(refusals.length > shown.length ? [`  … and ${refusals.length - shown.length} more lines refused.`] : []),
  ].join('\n')
}
