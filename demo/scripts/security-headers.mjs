/**
 * Returns the policy of the reader's pages. Everything is loaded from the reader's own origin. Requests may leave it only
 * for `services` and `audio`. Strings cannot become markup or script addresses by accident: that takes one of the two named
 * policies (`src/trusted-urls.ts`, and DOMPurify's own).
 *
 * @param {readonly string[]} services Origins of the content service and the relay.
 * @param {readonly string[]} [audio] Origins of recordings, which the page plays, and fetches to keep them.
 */
export function contentSecurityPolicy(services, audio = []) {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ${[...new Set([...services, ...audio])].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    // Kept recordings are blobs that the page creates.
    `media-src ${audio.length > 0 ? ['blob:', ...audio].join(' ') : "'none'"}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types waraq dompurify',
  ].join('; ')
}

/**
 * @param {readonly string[]} services
 * @param {readonly string[]} [audio]
 * @returns {Record<string, string>}
 */
export function securityHeaders(services, audio) {
  return {
    'Content-Security-Policy': contentSecurityPolicy(services, audio),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  }
}
