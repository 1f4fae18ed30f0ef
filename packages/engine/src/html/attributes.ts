/** What an attribute's text means, or undefined where it means nothing that is kept. */

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

/** An absolute https address as the browser understands it, without a name and password in it, which only mislead. */
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
