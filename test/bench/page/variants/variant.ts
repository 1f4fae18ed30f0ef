import type { LoadTimes, Manner, Row, RowName, Source, Stretch } from '../protocol.ts'

/** Reads of a stored resource. A variant that cannot read stretches leaves them out. */
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
  /** Opens an empty database. That is not part of a load: applications open once. */
  connect(source: Source, name: string): Promise<Client>
  /** Opens the stored library for reading, with a connection of its own. */
  open(source: Source, name: string): Promise<Library>
}
