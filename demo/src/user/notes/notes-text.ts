/** A note as it is exported: what it is about, and its day if that is known. */
export interface NoteText {
  readonly about: string
  readonly day: string | null
  readonly body: string
}

/** One note as plain text. */
export function noteAsText({ about, day, body }: NoteText): string {
  return [about, ...(day === null ? [] : [day]), '', body].join('\n')
}

/** All notes as plain text. */
export function notesAsText(title: string, notes: readonly NoteText[]): string {
  return `${[title, ...notes.map(noteAsText)].join('\n\n\n')}\n`
}

/** All notes as Markdown. Lines of a note that look like headings stay text, so that the headings are the places. */
export function notesAsMarkdown(title: string, notes: readonly NoteText[]): string {
  const parts = notes.map(({ about, day, body }) =>
    [`## ${about}`, ...(day === null ? [] : [`*${day}*`]), body.replaceAll(/^(\s{0,3})#/gm, '$1\\#')].join(
      '\n\n',
    ),
  )
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`
}
