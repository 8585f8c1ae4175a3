const SIDE_MAX = 2_000
const SMALL_BYTES = 1_000_000
const JPEG_QUALITY = 0.85

/** Returns a picture small enough for a slow network: a large one is drawn again, at most `SIDE_MAX` pixels long. */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (file.type === 'application/pdf' || file.size <= SMALL_BYTES) return file
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const drawn = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY),
  )
  return drawn ?? file
}
