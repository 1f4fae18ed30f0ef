/** The connection broke before an answer: a TypeError, as thrown by `fetch`. */
export class NetworkFault extends TypeError {
  override name = 'TypeError'

  constructor() {
    super('fetch failed')
  }
}
