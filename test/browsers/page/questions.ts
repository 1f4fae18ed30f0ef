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

/** The parameter of the page's address that contains the address for fetching questions. */
export const controlParameter = 'control'
