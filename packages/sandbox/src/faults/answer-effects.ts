import type { ContentSyncErrorCode } from '@waraq/protocol'
import { contentSyncError, oauthError, standardError, statusOfCode } from '../http/errors.ts'
import type { FaultEffect, RequestKind } from './fault.ts'

const portalPage = '<!doctype html><title>Welcome</title><h1>Sign in to the network</h1>'

/** The answer that a fault gives instead of the service's own, if it gives one. */
export function faultAnswer(effect: FaultEffect, kind: RequestKind): Response | undefined {
  if (effect.html !== undefined && effect.html !== false) {
    const page = typeof effect.html === 'string' ? effect.html : portalPage
    return new Response(page, {
      status: effect.status ?? 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  }
  if (effect.status === undefined && effect.code === undefined) return undefined
  const code: ContentSyncErrorCode | undefined = effect.code
  const status = effect.status ?? statusOfCode(code ?? '')
  const message = effect.message ?? 'A fault that was asked for.'
  if (kind === 'token') return oauthError(status, code ?? 'server_error', message)
  if (code !== undefined) return contentSyncError(code, message, status)
  return standardError(status, message, effect.type, effect.body)
}
