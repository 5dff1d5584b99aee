import type { ContractDocumentContext } from '#domains/contracting/server/documents/contract-document-context.ts'
import type { ConfirmLeadDeps } from '#domains/contracting/server/lead-to-confirm.ts'
import { contractingRoutes } from '#domains/contracting/server/routes.ts'
import { careFactsOf } from '#domains/retailer/care-facts.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import type { Serve } from '#kit/server/serve.ts'
import { createSandboxChecks } from '#outside/applicant/sandbox-checks.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { messagesOf, translator } from '../texts/texts.ts'
import type { Context } from './context.ts'

/** Registers the calls of new contracts. */
export function mountContracting({ serve, context }: { serve: Serve; context: Context }) {
  contractingRoutes({
    serve,
    ...createContractingDeps(context),
    cookies: context.cookies,
    textOf: ({ label }, locale) => agreementTextsIn(locale)[label]!,
  })
}

/**
 * Returns the dependencies of a new contract. A credit bureau that checks solvency and identity plugs in here. Without
 * one a person checks; the invented results of the sandbox are only for the demonstration.
 */
export function createContractingDeps(context: Context): ConfirmLeadDeps {
  const { settings, isDemo } = context
  return {
    ...context,
    checks: isDemo ? createSandboxChecks() : null,
    documentContextFor: (locale) => {
      const { organization, brand, care } = settings.now()
      return {
        locale,
        brand: deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null }),
        retailer: { ...organization, disputeBody: care.disputeBody },
        care: careFactsOf(settings.now(), translator(locale, 'retailer.care')),
        t: translator(locale, 'contracting.document') as ContractDocumentContext['t'],
        tMandate: translator(locale, 'changes.document') as ContractDocumentContext['tMandate'],
      }
    },
    finishText: (way, locale, { energy, isSupplied }) => {
      const say = translator(locale, 'contracting.finish')
      const next = isSupplied ? 'switch' : energy === 'gas' ? 'newGas' : 'newElectricity'
      return say(way, { next: say(`next.${next}`, { energy }) })
    },
  }
}

/** Returns the text next to each agreement checkbox, as in the texts, with its links. */
function agreementTextsIn(locale: Locale): Record<string, string> {
  const { wizard } = messagesOf(locale).contracting as { wizard: { fields: Record<string, string> } }
  return wizard.fields
}
