import type { CreateGoalBody, GoalAmount } from '@waraq/contract/user'
import { invalidRequest, unprocessable } from '../parts/refusal.ts'
import { spanOf } from '../parts/verse-index.ts'

/** What a goal is about. */
export type GoalTerms = Readonly<CreateGoalBody>
export type GoalType = GoalTerms['type']
export type GoalCategory = GoalTerms['category']

/** Goals of reading are of one category; any other type is a category of its own. */
function categoryOf(type: GoalType): GoalCategory {
  return type === 'QURAN_TIME' || type === 'QURAN_PAGES' || type === 'QURAN_RANGE' ? 'QURAN' : type
}

/** Seconds and pages are numbers, a range is text. The document ties the other types to neither. */
function amountFits(type: GoalType, amount: GoalAmount): boolean {
  if (type === 'QURAN_RANGE') return typeof amount === 'string'
  return categoryOf(type) !== 'QURAN' || typeof amount === 'number'
}

/** @throws {Refusal} 400 where the terms do not go together, 422 where the amount is no range of verses */
export function checkTerms({ type, category, amount }: GoalTerms): void {
  if (category !== categoryOf(type)) throw invalidRequest(`${type} is no goal of category ${category}.`)
  if (!amountFits(type, amount)) throw invalidRequest(`${amount} is no amount for ${type}.`)
  if (typeof amount === 'string') spanOf(amount)
}

/** Checks the terms in a query. @throws {Refusal} 422 where they do not go together, or the amount is no range of verses */
export function checkAmount({ type, amount }: Pick<GoalTerms, 'type' | 'amount'>): void {
  if (!amountFits(type, amount)) throw unprocessable(`${amount} is no amount for ${type}.`)
  if (typeof amount === 'string') spanOf(amount)
}
