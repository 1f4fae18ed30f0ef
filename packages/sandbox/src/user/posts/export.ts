import type { Person } from '../people/person.ts'
import { withNames } from './mentions.ts'
import { pdfOf } from './pdf.ts'
import type { Post } from './post.ts'
import type { Posts } from './posts.ts'

/**
 * Posts as a PDF, each once and in the order asked for. The service's answer is not documented.
 * @throws {Refusal} 404 where the user does not see one of them
 */
export function exportedPosts(posts: Posts, userId: string, ids: readonly number[]): Response {
  const wanted = [...new Set(ids)].map((id) => posts.need(id, userId))
  const { people } = posts.neighbours
  const paragraphs = wanted.flatMap((post) => paragraphsOf(post, people.need(post.authorId)))
  return new Response(pdfOf(paragraphs), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="posts.pdf"',
    },
  })
}

function paragraphsOf({ content }: Post, { firstName, lastName, username }: Person): string[] {
  const { publishedAt, references, body, mentions } = content
  const verses = references.map(({ chapterId, from, to }) =>
    to === 0 ? `${chapterId}` : from === to ? `${chapterId}:${from}` : `${chapterId}:${from}-${to}`,
  )
  return [
    `${`${firstName} ${lastName}`.trim()} (${username}), ${publishedAt.slice(0, 10)}`,
    ...(verses.length > 0 ? [verses.join(', ')] : []),
    withNames(body, mentions),
    '',
  ]
}
