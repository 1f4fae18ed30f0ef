/** Roman numbers, with which translations of two centuries cite chapters: "Sura II, 255", "Koran xxxvi. 12". */

const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** The value of a Roman number in lower case, up to 199; undefined for other words. D and M are unnecessary for 114 chapters. */
export function romanNumber(letters: string): number | undefined {
  if (!/^(?=.)c?(?:x[lc]|l?x{0,3})(?:i[vx]|v?i{0,3})$/.test(letters)) return undefined
  const each = [...letters].map((letter) => values[letter]!)
  return each.reduce((sum, value, at) => sum + (value < (each[at + 1] ?? 0) ? -value : value), 0)
}
