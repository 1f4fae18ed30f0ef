import { WaraqError } from '@waraq/contract'

export function fontRefused(cause: unknown): WaraqError {
  return new WaraqError({
    code: 'font_refused',
    message:
      'The browser does not accept a font, although its file is the one that the row names. Show the text in another font.',
    cause,
  })
}
