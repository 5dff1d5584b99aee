import type { ContractPaper } from '#domains/contracting/server/documents/contract-paper.ts'
import { contractingRoutes } from '#domains/contracting/server/routes.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import type { Serve } from '#kit/server/serve.ts'
import { sandboxChecks } from '#outside/applicant/sandbox-checks.ts'
import type { Context } from './context.ts'
import { translator } from './texts.ts'

/** Mounts the calls of new contracts. Another bureau that knows who pays and who is who is put in here. */
export function mountContracting({ serve, context }: { serve: Serve; context: Context }) {
  const { settings } = context
  contractingRoutes({
    serve,
    ...context,
    checks: sandboxChecks(),
    paperIn: (locale) => {
      const { organization, brand } = settings.now()
      return {
        locale,
        brand: brandOnPaper({ name: organization.name, color: brand.color, logo: null }),
        retailer: organization,
        say: translator(locale, 'contracting.document') as ContractPaper['say'],
      }
    },
    finishWords: (way, locale) => translator(locale, 'contracting.finish')(way),
  })
}
