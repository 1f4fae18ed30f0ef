import { invalidRequest } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'

/** The address of a picture in one of its sizes. No server answers there: `.invalid` is reserved for that. */
export function pictureUrl(picture: string, size: string): string {
  return `https://images.example.invalid/${picture}/${size}`
}

/** The picture in a request. */
export interface PictureChange {
  readonly avatar?: string | undefined
  readonly removeAvatar?: boolean | undefined
}

/**
 * The picture after a request. The image itself is not stored: a new picture only has new addresses.
 * @throws {Refusal} 400 if the picture is both set and removed
 */
export function pictureAfter(
  before: string | undefined,
  { avatar, removeAvatar = false }: PictureChange,
  world: World,
): string | undefined {
  if (avatar === undefined) return removeAvatar ? undefined : before
  if (removeAvatar) throw invalidRequest('A picture cannot be both set and removed.')
  return world.nextText('picture')
}
