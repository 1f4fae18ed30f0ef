/** A separate module, so that the names of chapters are only loaded when a person types a place or opens a note. */
export { chaptersTyped, findVerseReferences, parsePlace } from 'waraq/quran'
