import * as z from 'zod/mini'
import { verseKey } from './formats.ts'

/** A part of a path that is text: ids of users, collections, bookmarks, notes and goals, names, tokens. */
export const PathText = /* @__PURE__ */ z.string().check(z.minLength(1))

/** A part of a path that is a number: ids of rooms, posts and comments. */
export const PathNumber = /* @__PURE__ */ z.int().check(z.gte(1))

/** A part of a path that names a verse: `26:153`. */
export const PathVerseKey = verseKey
