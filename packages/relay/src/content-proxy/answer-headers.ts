/** `application/json`, `application/problem+json`, any charset. */
export function isJsonAnswer({ headers }: Response): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type')?.trim() ?? '')
}

/** Bytes of the body as `fetch` gives it; undefined where the headers do not tell, as of a body that came compressed. */
export function bodyBytes({ headers }: Response): number | undefined {
  const length = headers.get('content-length') ?? ''
  const encoding = headers.get('content-encoding') ?? 'identity'
  return /^\d{1,15}$/.test(length) && encoding === 'identity' ? Number(length) : undefined
}
