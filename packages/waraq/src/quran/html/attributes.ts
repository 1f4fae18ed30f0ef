/** Values of attributes in their canonical form. Undefined if the value is not kept. */

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

/** The site whose editors write the texts. A path in a text, such as `/2/255`, is one of its pages. */
const ownSite = 'https://quran.com'

/** Returns an absolute https address in the browser's spelling. Refuses addresses with a user name or password, which mislead. */
export function httpsAddress(text: string): string | undefined {
  try {
    const isPath = /^\s*\/(?![/\\])/.test(text)
    const { protocol, username, password, href } = new URL(text, isPath ? ownSite : undefined)
    return protocol === 'https:' && !username && !password && href.length <= longestAddress ? href : undefined
  } catch {
    return undefined
  }
}

/** Number of columns or rows that a cell spans, if more than one. */
export function cellSpan(text: string): number | undefined {
  const span = /^\s*[1-9][0-9]{0,2}\s*$/.test(text) ? Number(text) : 1
  return span > 1 ? span : undefined
}

export function footnoteId(text: string): number | undefined {
  const id = /^\s*[1-9][0-9]*\s*$/.test(text) ? Number(text) : 0
  return id > 0 && Number.isSafeInteger(id) ? id : undefined
}
