/** The connection broke before an answer. A TypeError, because that is how `fetch` tells it. */
export class NetworkFault extends TypeError {
  override name = 'TypeError'

  constructor() {
    super('fetch failed')
  }
}
