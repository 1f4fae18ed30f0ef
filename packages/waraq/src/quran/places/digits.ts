/**
 * Converts decimal digits of all scripts to 0 to 9. Unicode keeps the digits of a script consecutive, so the value of a digit
 * is the number of digits before it, modulo ten.
 */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    let before = code
    while (/\p{Nd}/u.test(String.fromCodePoint(before - 1))) before--
    return String((code - before) % 10)
  })
}
