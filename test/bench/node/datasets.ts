/** The resources that are measured. Names of cases tell their size. */
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
  reciter: { size: '6,236 files', group: 'recitations', id: 7, recordType: 'audio_file', indexes: [] },
} as const

/** Those whose rows are read and written: an ordinary one and the largest. */
export const datasetNames = ['translation', 'mushaf'] as const
export type DatasetName = (typeof datasetNames)[number]
