/** Values of attributes in their canonical form. Undefined for a value that is not kept. */

/** A language tag in its canonical spelling: `AR-arab` is `ar-Arab`. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim())[0]
  } catch {
    return undefined
  }
}

export function direction(text: string): 'ltr' | 'rtl' | 'auto' | undefined {
  const word = text.trim().toLowerCase()
  return word === 'ltr' || word === 'rtl' || word === 'auto' ? word : undefined
}

const longestAddress = 2_048

/** An absolute https address in the browser's spelling. An address with a name or password in it misleads, and is refused. */
export function httpsAddress(text: string): string | undefined {
  try {
    const { protocol, username, password, href } = new URL(text)
    return protocol === 'https:' && !username && !password && href.length <= longestAddress ? href : undefined
  } catch {
    return undefined
  }
}

export function footnoteId(text: string): number | undefined {
  const id = /^\s*[1-9][0-9]*\s*$/.test(text) ? Number(text) : 0
  return id > 0 && Number.isSafeInteger(id) ? id : undefined
}
