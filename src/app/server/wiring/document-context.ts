import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import type { Context } from './context.ts'

/** Returns the language, branding and contact of documents for a customer, by default in the language of the portal. */
export function createDocumentContext({ settings }: Context, customerLocale: Locale | null) {
  const { organization, brand, defaultLocale } = settings.now()
  return {
    locale: customerLocale ?? parseLocale(defaultLocale) ?? 'es',
    brand: deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null }),
    contact: { phone: organization.phone, email: organization.email },
  }
}
