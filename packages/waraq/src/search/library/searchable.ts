import { WaraqError, type JsonObject, type RecordType, type ResourceRef } from '@waraq/protocol'

/** The searched part of a resource: the rows of one record type. */
export interface Searchable {
  readonly recordType: RecordType
  /** Names of the fields with HTML, in reading order. */
  readonly fields: readonly string[]
  /** Names of fields with the same text in plain orthography. Their words are found but not shown. */
  readonly plainFields: readonly string[]
  /** Whether rows belong to verses and are looked up by them. */
  readonly byVerse: boolean
}

/** Groups with text. Footnotes are not searched, because a snippet could not show their position in the verse. */
const searchable: ReadonlyMap<string, Searchable> = new Map([
  ['translations', { recordType: 'translation', fields: ['text'], plainFields: [], byVerse: true }],
  ['tafsirs', { recordType: 'tafsir', fields: ['text'], plainFields: [], byVerse: true }],
  [
    'quran_core',
    {
      recordType: 'verse',
      fields: ['text_uthmani'],
      plainFields: ['text_imlaei', 'text_imlaei_simple'],
      byVerse: true,
    },
  ],
  [
    'articles',
    { recordType: 'article_localization', fields: ['title', 'text'], plainFields: [], byVerse: false },
  ],
])

export function searchableOf({ group }: ResourceRef): Searchable | undefined {
  return searchable.get(group)
}

/** @throws {WaraqError} `invalid_argument` if a resource has no text to search */
export function assertSearchable(refs: readonly ResourceRef[]): void {
  for (const ref of refs) {
    if (searchableOf(ref)) continue
    throw new WaraqError({
      code: 'invalid_argument',
      message: `Resources of the group ${ref.group} have no text to search. Choose some of: ${[...searchable.keys()].join(', ')}.`,
      details: { argument: 'resources', group: ref.group, id: ref.id },
    })
  }
}

const textsIn = (fields: readonly string[], data: JsonObject) =>
  fields.map((field) => data[field]).filter((text) => typeof text === 'string' && text !== '') as string[]

/** The HTML of a row. Empty if it has none, such as a tafsir row that shares the text of another row. */
export function htmlOf({ fields }: Searchable, data: JsonObject): string {
  return textsIn(fields, data).join('<br>')
}

/** The row's texts in plain orthography, one for each field that has it. */
export function plainTextsOf({ plainFields }: Searchable, data: JsonObject): string[] {
  return textsIn(plainFields, data)
}
