const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/** How a query is written: as its first letter tells; undefined where it has none, so that it stands as the page does. */
export function queryDirection(text: string): 'ltr' | 'rtl' | undefined {
  const letter = /\p{L}/u.exec(text)?.[0]
  if (letter === undefined) return undefined
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}
