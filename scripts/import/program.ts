import { futuresHeader } from '#domains/price-alerts/server/import-futures.ts'
import type { Program } from '../command-line.ts'
import { contractsCommand, curvesCommand, fileCommand, lineCommand } from './file-command.ts'

/** The command line that takes in a retailer's files. */
export const importProgram: Program = {
  name: 'import',
  commands: [
    contractsCommand,
    curvesCommand,
    fileCommand(
      {
        name: 'postcodes',
        parameters: 'FILE.csv...',
        summary: 'Takes in which towns each postcode serves: codigo_postal,municipio_id,municipio_nombre.',
      },
      'postcodes',
    ),
    fileCommand(
      {
        name: 'futures',
        parameters: 'FILE.csv...',
        summary: `Takes in reference prices of futures and compares alerts with them: ${futuresHeader}.`,
      },
      'futures',
    ),
    fileCommand(
      {
        name: 'supply-register',
        parameters: 'FILE.csv...',
        summary: 'Takes in files of the register of supplies (SIPS): points first, then what they used by month.',
      },
      'supply-register',
    ),
    fileCommand(
      {
        name: 'f1',
        parameters: 'FILE.xml...',
        summary: 'Takes in the meter readings of invoices of distributors (F1).',
      },
      'f1',
    ),
    ...(
      ['customers', 'supply-points', 'multipoint-invoices', 'invoices', 'batteries', 'gas-readings', 'prices'] as const
    ).map(lineCommand),
  ],
}
