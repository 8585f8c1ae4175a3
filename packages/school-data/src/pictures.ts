import { readdir, readFile } from 'node:fs/promises'

/** The contents of PNG files, which were drawn for the project and show no real person. */
export type Pictures = { shortHaired: Buffer[]; longHaired: Buffer[]; badges: Buffer[] }

export const picturesFolder = new URL('../photos/', import.meta.url)

export async function readPictures(): Promise<Pictures> {
  const names = (await readdir(picturesFolder)).sort()
  const read = (prefix: string) =>
    Promise.all(
      names.filter((name) => name.startsWith(prefix)).map((name) => readFile(new URL(name, picturesFolder))),
    )
  return {
    shortHaired: await read('portrait-short'),
    longHaired: [...(await read('portrait-long')), ...(await read('portrait-buns'))],
    badges: await read('badge'),
  }
}
