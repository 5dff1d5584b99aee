// The command line of the portal: `npm run portal -- settings get invoices.itemsPerPage`.
import { processTerminal, runCommandLine } from './command-line.ts'
import { portalProgram } from './portal/program.ts'

process.exitCode = await runCommandLine(portalProgram, processTerminal)
