/** The digit zero of scripts that have digits of their own; their other digits follow it. */
const zeros = [
  0x0660, // Arabic
  0x06f0, // Persian, Urdu
  0x07c0, // N'Ko
  0x0966, // Devanagari
  0x09e6, // Bengali
  0x0a66, // Gurmukhi
  0x0ae6, // Gujarati
  0x0b66, // Odia
  0x0be6, // Tamil
  0x0c66, // Telugu
  0x0ce6, // Kannada
  0x0d66, // Malayalam
  0x0e50, // Thai
  0x0ed0, // Lao
  0x0f20, // Tibetan
  0x1040, // Burmese
  0x17e0, // Khmer
]

const digits = new Map(
  zeros.flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(zero + digit), digit]),
  ),
)

/** Decimal digits of any of these scripts as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digits.get(digit) ?? digit))
}
