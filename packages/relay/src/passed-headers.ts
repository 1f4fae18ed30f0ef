/** The headers of the service's response that callers may see, with patterns that admit nothing else. */
const forms: Readonly<Record<string, RegExp>> = {
  date: /^[A-Za-z]{3}, [\w :-]{1,30} GMT$/,
  'retry-after': /^(?:\d{1,9}|[A-Za-z]{3}, [\w :-]{1,30} GMT)$/,
}

/** Returns the headers that are passed on to the caller: those with a pattern, and those in `asTheyAre` unchanged. */
export function passedHeaders({ headers }: Response, asTheyAre: readonly string[] = []): [string, string][] {
  return [...asTheyAre, ...Object.keys(forms)].flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value !== null && (forms[name]?.test(value) ?? true) ? [[name, value]] : []
  })
}
