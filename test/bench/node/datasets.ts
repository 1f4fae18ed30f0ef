/** The two resources that are measured: an ordinary one and the largest. Names of cases tell their size. */
export const datasets = {
  translation: {
    size: '6,236 rows',
    group: 'translations',
    id: 20,
    recordType: 'translation',
    indexes: ['chapter_id', 'verse_id'],
  },
  mushaf: {
    size: '84,000 rows',
    group: 'mushafs',
    id: 1,
    recordType: 'mushaf_word',
    indexes: ['[record_type+page_number]', '[record_type+verse_id]'],
  },
} as const

export type DatasetName = keyof typeof datasets
export const datasetNames = ['translation', 'mushaf'] as const satisfies readonly DatasetName[]
