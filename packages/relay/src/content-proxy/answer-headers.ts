/** `application/json`, `application/problem+json`, any charset. */
export function isJsonAnswer({ headers }: Response): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type')?.trim() ?? '')
}

/** The service's headers that callers get, each with the only form that it may have. */
const passed: readonly (readonly [string, RegExp])[] = [
  ['date', /^[A-Za-z]{3}, [\w :-]{1,30} GMT$/],
  ['retry-after', /^(?:\d{1,9}|[A-Za-z]{3}, [\w :-]{1,30} GMT)$/],
]

export function passedHeaders({ headers }: Response): [string, string][] {
  return passed.flatMap(([name, form]) => {
    const value = headers.get(name)
    return value !== null && form.test(value) ? [[name, value] as [string, string]] : []
  })
}

/** Bytes of the body as `fetch` gives it; undefined where the headers do not tell, such as for a body that came compressed. */
export function bodyBytes({ headers }: Response): number | undefined {
  const length = headers.get('content-length') ?? ''
  const encoding = headers.get('content-encoding') ?? 'identity'
  return /^\d{1,15}$/.test(length) && encoding === 'identity' ? Number(length) : undefined
}
