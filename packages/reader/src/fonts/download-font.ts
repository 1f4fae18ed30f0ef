import type { FileClient } from '@waraq/client'
import { isWaraqError, sha256Hex } from '@waraq/contract'
import { fontMismatch } from './failures.ts'
import { maxUndeclaredBytes, declaredBytes, type UsableFont } from './wanted-fonts.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** @throws {WaraqError} `font_mismatch` */
export async function checkFont({ asset, sha256 }: UsableFont, bytes: Bytes): Promise<void> {
  const said = declaredBytes(asset)
  if (said !== null && bytes.byteLength < said) throw fontMismatch('too_short')
  if (said !== null && bytes.byteLength > said) throw fontMismatch('too_long')
  if ((await sha256Hex(bytes)) !== sha256) throw fontMismatch('hash')
}

/**
 * Downloads a font and checks it against its row. Gives up at the first byte beyond the row's length.
 * @throws {WaraqError} `font_mismatch`, and those of `FileClient.download`
 */
export async function downloadFont(
  files: Pick<FileClient, 'download'>,
  font: UsableFont,
  signal: AbortSignal,
): Promise<Bytes> {
  const mostBytes = declaredBytes(font.asset) ?? maxUndeclaredBytes
  let bytes: Bytes
  try {
    bytes = await files.download(font.asset.url, { mostBytes, signal })
  } catch (error) {
    // Of invalid responses, only a body that is too long is not retryable.
    const tooLong = isWaraqError(error) && error.code === 'invalid_response' && !error.retryable
    throw tooLong ? fontMismatch('too_long', error) : error
  }
  await checkFont(font, bytes)
  return bytes
}
