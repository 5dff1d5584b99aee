import type { FastifyInstance } from 'fastify'
import { drawContract } from '#domains/contracts/server/contract-document.ts'
import { findContract } from '#domains/contracts/server/find-contract.ts'
import { startExportJobs } from '#domains/profile/server/make-exports.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { Context } from './context.ts'
import { translator } from './texts.ts'

/** Begins to make the copies of own data that people ask for, on a server that listens. */
export function profileJobs({ db, files, settings, clock }: Context, app: FastifyInstance) {
  return startExportJobs({
    db,
    files,
    clock,
    log: app.log,
    readMeIn: (locale, day) =>
      translator(locale, 'profile.document')('readMe', { day, retailer: settings.now().organization.name }),
    async contractPdf({ customerIds, name, locale }) {
      const found = await findContract(db, { customerIds, name, asOf: marketDayOf(clock(), 'Europe/Madrid') })
      if (!found) return null
      const { brand, organization } = settings.now()
      const say = translator(locale, 'contracts.document')
      const paper = { locale, say, brand: brandOnPaper({ ...brand, name: organization.name, logo: null }) }
      return drawContract({ ...found, retailer: organization }, paper)
    },
  })
}
