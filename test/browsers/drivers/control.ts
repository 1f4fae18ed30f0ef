import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answered, Question } from '../page/questions.ts'

interface Asked {
  readonly question: Question
  readonly resolve: (value: string) => void
  readonly reject: (error: Error) => void
}

/**
 * The counterpart of a page that drives itself: the page fetches its tasks here and posts its answers. It has a separate
 * address, so that it keeps working while the site's server is stopped.
 */
export class Control {
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #asked = new Map<number, Asked>()
  readonly #questions: Question[] = []
  #waiting: ServerResponse | undefined
  #count = 0

  static async start(): Promise<Control> {
    const control = new Control()
    await new Promise<void>((resolve) => control.#server.listen(0, '127.0.0.1', resolve))
    return control
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  evaluate(expression: string): Promise<string> {
    const question = { id: ++this.#count, expression }
    const answer = new Promise<string>((resolve, reject) => {
      this.#asked.set(question.id, { question, resolve, reject })
    })
    this.#questions.push(question)
    this.#hand()
    return answer
  }

  async close(): Promise<void> {
    for (const { reject } of this.#asked.values()) reject(new Error('The browser was ended'))
    this.#asked.clear()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #hand(): void {
    const question = this.#waiting && this.#questions.shift()
    if (!question) return
    this.#waiting!.end(JSON.stringify(question))
    this.#waiting = undefined
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (request.method === 'GET') {
      this.#waiting = response
      this.#hand()
      return
    }
    let body = ''
    for await (const chunk of request) body += String(chunk)
    response.end()
    const { id, value, error } = JSON.parse(body) as Answered
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    if (value !== undefined) asked?.resolve(value)
    else asked?.reject(new Error(error))
  }
}
