import type { LoadTimes, Manner, Row, RowName, Source, Stretch } from '../protocol.ts'

/** What can be read of a stored resource. A variant without a way to read stretches leaves it out. */
export interface Library {
  row(name: RowName): Promise<Row | undefined>
  count(): Promise<number>
  stretch?(stretch: Stretch): Promise<readonly Row[]>
  all?(recordType: string): Promise<readonly Row[]>
  close(): void | Promise<void>
}

/** A client of the content service that keeps one resource. */
export interface Client {
  load(): Promise<LoadTimes>
  replace(manner: Manner): Promise<void>
  follow(): Promise<void>
  close(): Promise<void>
}

/** One way to keep a resource offline. */
export interface Variant {
  /** Opens an empty database. What it takes to open is not part of a load: applications open once. */
  connect(source: Source, name: string): Promise<Client>
  /** Opens for reading what is there, as a connection of its own. */
  open(source: Source, name: string): Promise<Library>
}
