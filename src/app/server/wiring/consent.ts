import type { FastifyRequest } from 'fastify'
import { findAllowedWidgets, hasWidgets } from '#domains/consent/rules.ts'
import { findChoice } from '#domains/consent/server/cookie-choice.ts'
import { consentOwnerOf } from '#domains/consent/server/cookie-form.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import type { Actor } from '#kit/actor.ts'
import type { Boot } from '#kit/boot.ts'
import { consentTextIn } from '../pages/cookie-banner.ts'
import type { Context } from './context.ts'

/**
 * Returns the consent data of a page, by its path in key form: the decision, and which third-party scripts the page may
 * load.
 */
export async function readConsentBoot(
  { db }: Context,
  { request, actor, settings, keyPath }: { request: FastifyRequest; actor: Actor; settings: Settings; keyPath: string },
): Promise<Pick<Boot, 'cookies' | 'widgets'>> {
  const cookies = await findChoice(db, {
    request,
    userId: consentOwnerOf(actor),
    textVersion: consentTextIn('es').version,
  })
  return { cookies, widgets: hasWidgets(keyPath) ? findAllowedWidgets(settings, cookies) : undefined }
}
