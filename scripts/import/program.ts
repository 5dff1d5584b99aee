import { futuresHeader } from '#domains/price-alerts/server/import-futures.ts'
import type { Program } from '../command-line.ts'
import { contractsCommand, createFileCommand, createLineCommand, curvesCommand } from './file-command.ts'

/** The command line that imports a retailer's files. */
export const importProgram: Program = {
  name: 'import',
  commands: [
    contractsCommand,
    curvesCommand,
    createFileCommand(
      {
        name: 'postcodes',
        parameters: 'FILE.csv...',
        summary: 'Imports the towns that each postcode serves: codigo_postal,municipio_id,municipio_nombre.',
      },
      'postcodes',
    ),
    createFileCommand(
      {
        name: 'futures',
        parameters: 'FILE.csv...',
        summary: `Imports reference prices of futures and compares price alerts with them: ${futuresHeader}.`,
      },
      'futures',
    ),
    createFileCommand(
      {
        name: 'supply-register',
        parameters: 'FILE.csv...',
        summary: 'Imports files of the supply register (SIPS): supply points first, then their monthly consumption.',
      },
      'supply-register',
    ),
    createFileCommand(
      {
        name: 'f1',
        parameters: 'FILE.xml...',
        summary: 'Imports the meter readings from distributors’ invoices (F1).',
      },
      'f1',
    ),
    createFileCommand(
      {
        name: 'bank-returns',
        parameters: 'FILE...',
        summary: 'Imports direct debits that came back, from files of banks (camt.054, pain.002, Norma 19).',
      },
      'bank-returns',
    ),
    ...(
      [
        'customers',
        'supply-points',
        'multipoint-invoices',
        'invoices',
        'batteries',
        'gas-readings',
        'prices',
        'debit-returns',
      ] as const
    ).map(createLineCommand),
  ],
}
