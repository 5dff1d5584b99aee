import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { changePower, requestNoSipsCession } from '#domains/changes/api.ts'
import { changeCadastralReference } from '#domains/changes/cadastral-api.ts'
import { payItem } from '#domains/payments/api.ts'
import { signDocument } from '#domains/signatures/api.ts'
import { chooseHappyDay } from '#domains/tariff-options/api.ts'
import type { Call } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { domainOfCall } from '../http/call-domains.ts'
import { sendErrorReply } from '../http/error-replies.ts'
import { fieldErrorText, messagesOf, refusalText } from './texts.ts'

const ofDomain = (domain: string) => messagesOf('es')[domain]!.refusals as Record<string, string>

describe('the message of a refusal', () => {
  test('comes from the domain if several explain the same code', () => {
    const code = 'too_many_attempts'
    const domains = Object.keys(messagesOf('es')).filter((domain) => ofDomain(domain)?.[code])
    expect(new Set(domains.map((domain) => ofDomain(domain)[code])).size).toBeGreaterThan(3)
    for (const domain of domains) expect(refusalText('es', code, domain)).toBe(ofDomain(domain)[code])
  })

  test('falls back to the common one', () => {
    expect(refusalText('es', 'token_readonly', 'changes')).toBe(ofDomain('app').token_readonly)
  })

  test('states at least that something failed', () => {
    expect(refusalText('es', 'never_heard_of', 'changes')).toBe(ofDomain('app').unexpected)
  })

  test('of a limit contains its number, formatted for the language', () => {
    expect(fieldErrorText('es', 'too_long:5000')).toBe('Como máximo, 5000 caracteres.')
    expect(fieldErrorText('de', 'too_many_files:6', 'support')).toBe('Höchstens 6 Dateien. Entferne eine.')
    expect(fieldErrorText('es', 'too_long')).toBe('Es demasiado largo.')
    expect(fieldErrorText('es', 'too_short:2', 'desk-customers')).toBe('Escribe dos letras o cifras como mínimo.')
  })

  test('of a field without an explanation is its code', () => {
    expect(fieldErrorText('es', 'never_heard_of', 'changes')).toBe('never_heard_of')
  })
})

test.each([
  [changePower, 'changes'],
  [requestNoSipsCession, 'changes'],
  [changeCadastralReference, 'changes'],
  [chooseHappyDay, 'tariff-options'],
] as [Call, string][])('a call belongs to the domain whose file declares it: %#', (call, domain) => {
  expect(domainOfCall.get(call)).toBe(domain)
})

test.each([
  [payItem, 'payments'],
  [signDocument, 'signatures'],
] as [Call, string][])('a reply uses the texts of its call’s domain: %#', async (call, domain) => {
  const app = fastify()
  app.setErrorHandler(sendErrorReply)
  app.get('/', { config: { call } as never }, async () => {
    throw new Refused('too_many_attempts', 429)
  })
  const reply = await app.inject({ url: '/', headers: { 'accept-language': 'es' } })
  expect(reply.json().error.message).toBe(ofDomain(domain).too_many_attempts)
})

test('a reply contains the codes and values of its messages', async () => {
  const app = fastify()
  app.setErrorHandler(sendErrorReply)
  app.get('/', { config: { call: payItem } as never }, async () => {
    throw new Refused('invalid', 400, { fields: { name: ['too_long:200'] }, values: { minutes: 5 } })
  })
  const reply = await app.inject({ url: '/', headers: { 'accept-language': 'es' } })
  expect(reply.json()).toMatchObject({
    error: { code: 'invalid', fields: { name: ['too_long:200'] }, values: { minutes: 5 } },
    errors: { name: ['Como máximo, 200 caracteres.'] },
  })
})
