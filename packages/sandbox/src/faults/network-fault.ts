/** The connection broke before an answer: a TypeError, as `fetch` throws it. */
export class NetworkFault extends TypeError {
  override name = 'TypeError'

  constructor() {
    super('fetch failed')
  }
}
