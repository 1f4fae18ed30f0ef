import type { FileClient } from '@waraq/client'
import { isWaraqError, sha256Hex } from '@waraq/contract'
import { fontMismatch } from './failures.ts'
import { mostBytesUnsaid, saidBytes, type UsableFont } from './wanted-fonts.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** @throws {WaraqError} `font_mismatch` */
export async function checkFont({ asset, sha256 }: UsableFont, bytes: Bytes): Promise<void> {
  const said = saidBytes(asset)
  if (said !== null && bytes.byteLength < said) throw fontMismatch('too_short')
  if (said !== null && bytes.byteLength > said) throw fontMismatch('too_long')
  if ((await sha256Hex(bytes)) !== sha256) throw fontMismatch('hash')
}

/**
 * The bytes of a font, checked against its row: given up with the first byte that is too much.
 * @throws {WaraqError} `font_mismatch`, and those of `FileClient.download`
 */
export async function downloadFont(
  files: Pick<FileClient, 'download'>,
  font: UsableFont,
  signal: AbortSignal,
): Promise<Bytes> {
  const mostBytes = saidBytes(font.asset) ?? mostBytesUnsaid
  let bytes: Bytes
  try {
    bytes = await files.download(font.asset.url, { mostBytes, signal })
  } catch (error) {
    // Without retrying: the body was too long. Other answers that are none may pass.
    const tooLong = isWaraqError(error) && error.code === 'invalid_response' && !error.retryable
    throw tooLong ? fontMismatch('too_long', error) : error
  }
  await checkFont(font, bytes)
  return bytes
}
