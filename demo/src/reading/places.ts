/** By itself, so that the names of chapters are loaded by themselves, when a person types a place or opens a note. */
export { chaptersTyped, findVerseReferences, parsePlace } from 'waraq/quran'
