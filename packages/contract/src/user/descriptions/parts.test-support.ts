import fc from 'fast-check'
import { pagination } from './common.test-support.ts'
import {
  anyMushafId,
  form,
  integer,
  mushafId,
  textOfLength,
  verseKey,
  verseRange,
  verseRanges,
} from './describe.test-support.ts'

/** What the document says of what several areas share. */

const uuidLike = fc.uuid()
export const parts = {
  VerseRange: verseRange,
  VerseRanges: verseRanges,
  MushafId: mushafId,
  AnyMushafId: anyMushafId,
  Pagination: pagination,
  PathText: textOfLength(1),
  PathNumber: integer({ least: 1 }),
  PathVerseKey: verseKey,
  ImageDataUrl: form(
    fc
      .tuple(fc.constantFrom('png', 'jpeg', 'webp', 'svg+xml'), fc.base64String())
      .map(([type, bytes]) => `data:image/${type};base64,${bytes}`),
    '',
    'https://images.example/a.png',
    'data:text/plain;base64,aGk=',
    'data:image/png,aGk=',
    'data:image/;base64,aGk=',
    ' data:image/png;base64,aGk=',
    'image/png;base64,aGk=',
  ),
  MentionMarker: form(
    uuidLike.map((id) => `{{${id}}}`),
    '',
    '1b4e28ba-2fa1-11d2-883f-0016d3cca427',
    '{1b4e28ba-2fa1-11d2-883f-0016d3cca427}',
    '{{1B4E28BA-2FA1-11D2-883F-0016D3CCA427}}',
    '{{1b4e28ba2fa111d2883f0016d3cca427}}',
    '{{1b4e28ba-2fa1-11d2-883f-0016d3cca42}}',
    '{{1b4e28ba-2fa1-11d2-883f-0016d3cca427}} ',
    '{{1b4e28ba-2fa1-11d2-883f-0016d3cca42g}}',
  ),
}
