import {
  type EstimatedGoalTimeline,
  goalCategories,
  plannedGoalTypes,
  type UpdateGoalBody,
  type CreateGoalBody,
  type GoalAmount,
} from '@waraq/protocol/user'
import { dayNumber } from '../activity-days/calendar.ts'
import { notFound, invalidRequest, unprocessable } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'
import { amountOfDay, type DayTarget, firstWeek, type GoalTask } from './targets.ts'
import { spanOf } from '../parts/verse-index.ts'

interface Goal extends GoalTerms {
  readonly id: string
  /** Its first day. */
  readonly start: string
}

/** The user's goal of a category from a date on. Undefined if there is none from then on. */
interface GoalChange {
  readonly date: string
  readonly category: GoalCategory
  readonly goal: Goal | undefined
}

/**
 * The goals of users, one per category. The API documentation does not say what happens to a goal when the user creates
 * another of its category. Here it is replaced: no operation lists goals, so a user who has lost the id could otherwise
 * never create another.
 *
 * Earlier goals are kept for the days that count towards them.
 */
export class Goals {
  readonly #world: World
  readonly #changes = new Map<string, GoalChange[]>()

  constructor(world: World) {
    this.#world = world
  }

  /**
   * Creates a goal and returns its id.
   * @throws {Refusal} 400 if the terms do not go together, 422 if the range is not a range of verses
   */
  create(userId: string, today: string, { type, category, amount, duration }: GoalTerms): string {
    const terms = { type, category, amount, duration }
    checkTerms(terms)
    const goal = { ...terms, id: this.#world.nextText('goal'), start: today }
    this.#change(userId, today, category, goal)
    return goal.id
  }

  /**
   * Changes the given fields. A goal with other terms starts again today, so that its days are those of an estimate. The API
   * documentation does not define this.
   * @throws {Refusal} 404, 400 if the result does not go together, 422 if the range is not a range of verses
   */
  update(userId: string, today: string, id: string, changes: UpdateGoalBody): void {
    const before = this.#need(userId, today, id)
    const goal = { ...before, ...termsIn(changes) }
    checkTerms(goal)
    const start = asksTheSame(before, goal) ? before.start : today
    if (goal.category !== before.category) this.#change(userId, today, before.category, undefined)
    this.#change(userId, today, goal.category, { ...goal, start })
  }

  /** @throws {Refusal} 404, also if it is of another category */
  delete(userId: string, today: string, id: string, category: GoalCategory): void {
    if (this.#need(userId, today, id).category !== category) throw notFound('goal')
    this.#change(userId, today, category, undefined)
  }

  /** @throws {Refusal} 422 if type and amount do not go together, or if the range is not a range of verses */
  estimate(
    today: string,
    { type, amount, duration }: GoalTask & { readonly type: GoalType },
  ): EstimatedGoalTimeline {
    checkAmount({ type, amount })
    return firstWeek({ amount, duration }, today)
  }

  /** The target of a date by the reading goal at that time. Undefined without a goal, or after its last day. */
  targetOn(userId: string, date: string): DayTarget | undefined {
    const goal = this.#on(userId, 'QURAN', date)
    const type = plannedGoalTypes.find((one) => one === goal?.type)
    if (!goal || !type) return undefined
    const amount = amountOfDay(goal, dayNumber(date) - dayNumber(goal.start))
    return amount === undefined ? undefined : { goalId: goal.id, type, amount }
  }

  #change(userId: string, date: string, category: GoalCategory, goal: Goal | undefined): void {
    const change = { date, category, goal }
    this.#changes.set(userId, [...(this.#changes.get(userId) ?? []), change])
  }

  #on(userId: string, category: GoalCategory, date: string): Goal | undefined {
    const changes = this.#changes.get(userId) ?? []
    return changes.findLast((change) => change.category === category && change.date <= date)?.goal
  }

  #need(userId: string, today: string, id: string): Goal {
    const goals = goalCategories.map((category) => this.#on(userId, category, today))
    const goal = goals.find((one) => one?.id === id)
    if (!goal) throw notFound('goal')
    return goal
  }
}

function termsIn({ type, category, amount, duration }: UpdateGoalBody): Partial<GoalTerms> {
  return {
    ...(type !== undefined && { type }),
    ...(category !== undefined && { category }),
    ...(amount !== undefined && { amount }),
    ...(duration !== undefined && { duration }),
  }
}

function asksTheSame(one: GoalTerms, other: GoalTerms): boolean {
  return one.type === other.type && one.amount === other.amount && one.duration === other.duration
}

/** The terms of a goal. */
type GoalTerms = Readonly<CreateGoalBody>
type GoalType = GoalTerms['type']
type GoalCategory = GoalTerms['category']

/** Reading goals share one category. Any other type is a separate category. */
function categoryOf(type: GoalType): GoalCategory {
  return type === 'QURAN_TIME' || type === 'QURAN_PAGES' || type === 'QURAN_RANGE' ? 'QURAN' : type
}

/** Seconds and pages are numbers, a range is text. The API documentation does not restrict the other types. */
function amountFits(type: GoalType, amount: GoalAmount): boolean {
  if (type === 'QURAN_RANGE') return typeof amount === 'string'
  return categoryOf(type) !== 'QURAN' || typeof amount === 'number'
}

/** @throws {Refusal} 400 if the terms do not go together, 422 if the amount is not a range of verses */
function checkTerms({ type, category, amount }: GoalTerms): void {
  if (category !== categoryOf(type)) throw invalidRequest(`${type} is no goal of category ${category}.`)
  if (!amountFits(type, amount)) throw invalidRequest(`${amount} is no amount for ${type}.`)
  if (typeof amount === 'string') spanOf(amount)
}

/**
 * Checks the terms in a query.
 * @throws {Refusal} 422 if they do not go together, or if the amount is not a range of verses
 */
function checkAmount({ type, amount }: Pick<GoalTerms, 'type' | 'amount'>): void {
  if (!amountFits(type, amount)) throw unprocessable(`${amount} is no amount for ${type}.`)
  if (typeof amount === 'string') spanOf(amount)
}
