/** The questions to a page that drives itself, and its answers. */
export interface Question {
  readonly id: number
  readonly expression: string
}

export interface Answered {
  readonly id: number
  readonly value?: string
  readonly error?: string
}

/** Names, in the page's address, where to fetch questions. */
export const controlParameter = 'control'
