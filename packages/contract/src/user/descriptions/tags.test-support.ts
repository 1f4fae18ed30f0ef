import { numbered, optionalNumbers, optionalTexts } from './common.test-support.ts'
import { closed, inside, integer, listOf, number, object, text, time } from './describe.test-support.ts'

/** What the document says of tags. */

const Tag = object({
  id: number(),
  createdAt: time,
  updatedAt: time,
  ...optionalTexts('name', 'languageName'),
  ...optionalNumbers('rank', 'languageId', 'postsCount', 'commentsCount'),
})
export const tagShapes = {
  Tag,
  SearchTagsQuery: numbered({ 'query?': text }),
  SearchTagsResponse: listOf(inside(Tag)),
  ListTrendingHashtagsQuery: closed({ limit: integer({ least: 1 }) }),
}
