import type { FastifyInstance } from 'fastify'
import { changeSignatureHandler } from '#domains/changes/server/complete-change.ts'
import { contractSignatureHandler } from '#domains/contracting/server/contract-signature-handler.ts'
import { createDocumentSealer } from '#domains/invoices/server/document-sealer.ts'
import { recordSentCodes } from '#domains/messages/server/record-sent-codes.ts'
import type { EmailCodes } from '#domains/profile/server/own-details.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import type { EvidenceDocumentContext } from '#domains/signatures/server/evidence-document.ts'
import { signatureRoutes } from '#domains/signatures/server/routes.ts'
import type { SignatureHandlers } from '#domains/signatures/server/signature-handlers.ts'
import { startSignatureJobs } from '#domains/signatures/server/signature-jobs.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import type { Serve } from '#kit/server/serve.ts'
import { createOwnSignatureProvider } from '#outside/signature/own-signature-provider.ts'
import type { SignatureProvider } from '#outside/signature/signature-provider.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from './context.ts'
import { openSms } from './sms-messages.ts'

/** What can be signed, and what happens on signature. */
export const signatureHandlers: SignatureHandlers = {
  change_request: changeSignatureHandler,
  contract: contractSignatureHandler,
}

/** Registers the signing routes of customers. Another provider plugs in here. */
export function mountSignatures({ serve, context, actors }: { serve: Serve; context: Context; actors: Actors }) {
  const { config, db, files, settings, clock } = context
  const retailerName = () => settings.now().organization.name
  signatureRoutes({
    serve,
    actors,
    db,
    files,
    clock,
    handlers: signatureHandlers,
    provider: createSignatureProvider(context),
    sms: recordSentCodes(openSms(config), db),
    smsText: (locale, values) => translator(locale, 'signatures.sms')('code', values),
    documentContextFor: (locale) => ({
      locale,
      brand: deriveDocumentBrand({ name: retailerName(), color: settings.now().brand.color, logo: null }),
      t: translator(locale, 'signatures.document') as EvidenceDocumentContext['t'],
    }),
  })
}

/** Creates the codes that verify a new e-mail address: of the same kind as those that sign. */
export function createEmailCodes(context: Context): EmailCodes {
  return createSignatureProvider(context)
}

function createSignatureProvider({ db, keys, settings, clock }: Context): SignatureProvider {
  const codeKeys = keys.ring('signature-codes')
  const retailerName = () => settings.now().organization.name
  return createOwnSignatureProvider({
    name: retailerName,
    keys: { current: () => codeKeys.current().value, all: () => codeKeys.all().map(({ value }) => value) },
    seal: createDocumentSealer({ db, retailerName, clock }),
  })
}

/** Starts the background jobs of signatures. */
export function startMountedSignatureJobs({ db, watch, clock }: Context, app: FastifyInstance) {
  return startSignatureJobs({ db, watch, clock, handlers: signatureHandlers, log: app.log })
}
