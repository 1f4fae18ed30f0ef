/** What the service says of its answer that callers may know, in forms that can hold nothing else. */
const forms: Readonly<Record<string, RegExp>> = {
  date: /^[A-Za-z]{3}, [\w :-]{1,30} GMT$/,
  'retry-after': /^(?:\d{1,9}|[A-Za-z]{3}, [\w :-]{1,30} GMT)$/,
}

/** Headers of an answer that go on to the caller: those with a form, and others by name, as they are. */
export function passedHeaders({ headers }: Response, asTheyAre: readonly string[] = []): [string, string][] {
  return [...asTheyAre, ...Object.keys(forms)].flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value !== null && (forms[name]?.test(value) ?? true) ? [[name, value]] : []
  })
}
