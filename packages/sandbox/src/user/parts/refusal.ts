import type { JsonObject, StandardErrorType } from '@waraq/protocol'

/** A refused operation on user data, in the form of the service: a status and the type of its standard error. */
export class Refusal extends Error {
  readonly status: number
  /** Default: that of the status. */
  readonly type: StandardErrorType | undefined
  /** Fields that overwrite those of the standard error. */
  readonly body: JsonObject | undefined

  constructor(status: number, message: string, type?: StandardErrorType, body?: JsonObject) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.type = type
    this.body = body
  }
}

/** 400: the body does not fit this operation, or requests something that cannot be done. */
export const invalidRequest = (message: string) => new Refusal(400, message)

/** 403: this user may see it, but may not do this with it. */
export const forbidden = (message: string) => new Refusal(403, message)

/** 404: it does not exist, or this user may not see it. `what` is its kind: `bookmark`. */
export const notFound = (what: string) => new Refusal(404, `There is no such ${what}.`)

/** 422: well-formed, but with values that do not exist, such as a cursor of no item or a verse that no chapter has. */
export const unprocessable = (message: string) => new Refusal(422, message)
