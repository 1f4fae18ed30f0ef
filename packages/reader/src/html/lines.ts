/** Text that grows line by line, with white space as a browser shows it. */
export class Lines {
  readonly #lines: string[] = []
  #line = ''
  /** The words of a footnote mark, which are dropped when the mark ends. The words of a mark that never ends stay. */
  #mark: string | undefined

  add(text: string): void {
    if (this.#mark === undefined) this.#line += text
    else this.#mark += text
  }

  end(): void {
    this.#keepMark()
    const line = this.#line.replace(/[ \t\n\r\f]+/g, ' ').trim()
    if (line !== '') this.#lines.push(line)
    this.#line = ''
  }

  beginMark(): void {
    this.#keepMark()
    this.#mark = ''
  }

  dropMark(): void {
    this.#mark = undefined
  }

  toString(): string {
    this.end()
    return this.#lines.join('\n')
  }

  #keepMark(): void {
    this.#line += this.#mark ?? ''
    this.#mark = undefined
  }
}
