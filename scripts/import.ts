// Takes in a retailer's files: `npm run import -- contracts FILE.json`, `npm run import -- curves FILE...`,
// `npm run import -- postcodes FILE.csv`, `npm run import -- futures FILE.csv`,
// `npm run import -- supply-register FILE.csv...`, `npm run import -- f1 FILE.xml...`, and files of lines as the retailer's
// systems send them: `npm run import -- invoices FILE.ndjson`.
import { futuresHeader } from '#domains/price-alerts/server/import-futures.ts'
import { runCommandLine } from './command-line.ts'
import { contractsCommand, curvesCommand, fileCommand, lineCommand } from './import/file-command.ts'

await runCommandLine('import', [
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
])
