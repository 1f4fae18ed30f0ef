import type { ReportAbuseBodyDto } from '@waraq/protocol/user'
import { Marks } from './marks.ts'

/** A user's report of a post. */
export type AbuseReport = ReportAbuseBodyDto['report']

/**
 * The reactions of users to posts, by the posts' ids. No answer of the API contains whether a post was read, so that is not
 * stored.
 */
export class Reactions {
  readonly likes = new Marks()
  readonly saves = new Marks()
  readonly #views = new Map<number, Map<string, number>>()
  readonly #reports = new Map<number, Map<string, AbuseReport>>()

  view(postId: number, userId: string): void {
    const times = this.#views.get(postId) ?? new Map<string, number>()
    this.#views.set(postId, times.set(userId, (times.get(userId) ?? 0) + 1))
  }

  /** The API documentation does not say how the two numbers differ. Here: the count of views, and the count of users. */
  viewsOf(postId: number): { readonly times: number; readonly users: number } {
    const times = [...(this.#views.get(postId)?.values() ?? [])]
    return { times: times.reduce((sum, one) => sum + one, 0), users: times.length }
  }

  /** A user has one report of a post. Another report replaces it. */
  report(postId: number, userId: string, report: AbuseReport): void {
    const reports = this.#reports.get(postId) ?? new Map<string, AbuseReport>()
    this.#reports.set(postId, reports.set(userId, report))
  }

  isReportedBy(postId: number, userId: string): boolean {
    return this.#reports.get(postId)?.has(userId) ?? false
  }
}
