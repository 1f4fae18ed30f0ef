import { createSandbox } from '@waraq/sandbox'
import { describe, expect, it } from 'vitest'
import type { NamedChapter } from './chapter-names.ts'
import { chaptersTyped, parsePlace } from './parse-place.ts'

const sandbox = createSandbox({ content: { resources: 'translations:20' } })

interface ServiceChapter {
  readonly id: number
  readonly name_simple: string
  readonly translated_name: { readonly name: string }
}

/** The chapters as a catalogue in this language has them. */
async function chaptersIn(language: string): Promise<NamedChapter[]> {
  const { token, clientId } = await sandbox.accessToken()
  const headers = { 'x-auth-token': token, 'x-client-id': clientId }
  const url = `http://127.0.0.1/content/api/v4/chapters?language=${language}`
  const answer = await sandbox.fetch(new Request(url, { headers }))
  const { chapters } = (await answer.json()) as { chapters: ServiceChapter[] }
  expect(chapters).toHaveLength(114)
  return chapters.map((each) => ({ id: each.id, name: each.name_simple, meaning: each.translated_name.name }))
}

function chaptersOf(text: string, chapters: readonly NamedChapter[]): number[] {
  const parsed = parsePlace(text, { chapters })
  const places = parsed?.status === 'ok' ? [parsed.place, ...parsed.others] : []
  return places.flatMap((place) => {
    if (place.kind === 'chapter') return [place.chapter]
    return place.kind === 'verses' ? [Number(place.from.split(':')[0])] : []
  })
}

/** The service's names of all chapters, as they are and in small letters, alone and with a verse. */
it.each(['bn', 'en', 'es', 'fr', 'id', 'ru', 'sv', 'tr', 'ur', 'zh'])(
  'every meaning of a name in %s names its chapter',
  async (language) => {
    const chapters = await chaptersIn(language)
    const missed = chapters.flatMap(({ id, meaning }) =>
      [meaning!, meaning!.toLowerCase(), `${meaning!} 1`, `${meaning!}: 1`]
        .concat(meaning!.split('/'))
        .filter((typed) => !chaptersOf(typed, chapters).includes(id))
        .map((typed) => `${typed}: ${id}`),
    )
    expect(missed).toEqual([])
  },
)

describe('names as people write them', () => {
  const meanings: Readonly<Record<string, readonly [id: number, meaning: string]>> = {
    'La Vaca|la vaca|vaca|Sura La Vaca|sura de la vaca|al-Baqara (La Vaca)': [2, 'La Vaca'],
    'La vache|vache|sourate la vache|Sourate de la Vache|la-vache': [2, 'La vache'],
    'Die Kuh|Kuh|Sure die Kuh|sure kuh': [2, 'Die Kuh'],
    'Sığır|sigir|SIĞIR|Sığır suresi': [2, 'Sığır'],
    'گائے|سورہ گائے|گاۓ': [2, 'گائے'],
    'La famille d’Imran|la famille d imran|famille d’Imran': [3, "La famille d'Imran"],
    'L’ouverture|louverture|ouverture|sourate l’ouverture': [1, "L'ouverture"],
    'Jamuan|Jamuan (Hidangan Makanan)|surat jamuan': [5, 'Jamuan (Hidangan Makanan)'],
    '黄牛|黄牛章|第2章 黄牛': [2, '黄牛'],
    '开端|开端章': [1, '开端章'],
    'Los Botines de Guerra|botines de guerra': [8, 'Los Botines de Guerra'],
    'She that is to be examined|she that is to be examined': [60, 'She that is to be examined'],
    'Light|light|the light': [24, 'The Light'],
  }
  it.each(Object.entries(meanings))('%s', (typed, [id, meaning]) => {
    const chapters = [{ id, name: 'x', meaning }]
    const found = typed.split('|').map((each) => [each, chaptersOf(each, chapters)[0]])
    expect(found).toEqual(typed.split('|').map((each) => [each, id]))
  })
  it('a verse of such a chapter', () => {
    const chapters = [{ id: 2, name: 'Al-Baqarah', meaning: 'La Vaca' }]
    for (const typed of [
      'La Vaca 255',
      'vaca 255',
      'La Vaca, 255',
      'aleya 255 de la vaca',
      'La Vaca (2:255)',
    ])
      expect(parsePlace(typed, { chapters }), typed).toMatchObject({ place: { from: '2:255', to: '2:255' } })
  })
  it('while one is typed', () => {
    const chapters = [{ id: 2, name: 'Al-Baqarah', meaning: 'La Vaca' }]
    for (const typed of ['la va', 'vac', 'La Vaca']) expect(chaptersTyped(typed, { chapters })).toEqual([2])
  })
})
