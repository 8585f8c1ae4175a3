/** Reads the project files of the Android and iOS apps. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOMParser, type Document, type Element } from '@xmldom/xmldom'

export const root = join(import.meta.dirname, '../..')
export const readAppFile = (path: string) => readFileSync(join(root, 'apps/web', path), 'utf8')
export const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

export type Plist = string | boolean | Plist[] | { [key: string]: Plist }

/** Parses an XML file. @throws if it is not well-formed */
function parseXml(path: string): Document {
  const onError = (_level: string, message: string) => {
    throw new Error(`${path}: ${message}`)
  }
  return new DOMParser({ onError }).parseFromString(readAppFile(path), 'text/xml')
}

/** Returns the elements of an XML file that have the tag name, in the order of the file. */
export const readElements = (path: string, name: string): Element[] =>
  Array.from(parseXml(path).getElementsByTagName(name))

/** Returns the attributes of an element by name, without Android's prefix. */
export const attributesOf = (element: Element | undefined): Record<string, string> =>
  Object.fromEntries(
    Array.from(element?.attributes ?? [], ({ name, value }) => [name.replace('android:', ''), value]),
  )

export const childrenOf = (element: Element): Element[] =>
  Array.from(element.childNodes).filter((node): node is Element => node.nodeType === 1)

function plistValue(element: Element): Plist {
  const children = childrenOf(element)
  if (element.tagName === 'array') return children.map(plistValue)
  if (element.tagName !== 'dict') {
    return element.tagName === 'string' ? (element.textContent ?? '') : element.tagName === 'true'
  }
  const entries: [string, Plist][] = []
  for (let index = 0; index + 1 < children.length; index += 2) {
    const [key, value] = [children[index], children[index + 1]]
    if (key?.tagName !== 'key' || !value) throw new Error('A dict is keys and values in turn')
    entries.push([key.textContent ?? '', plistValue(value)])
  }
  return Object.fromEntries(entries)
}

/**
 * Reads a property list; a value other than a text, list or dictionary becomes a boolean. @throws if the file contains
 * no dictionary
 */
export function readPlist(path: string): Record<string, Plist> {
  const { documentElement } = parseXml(path)
  const [content] = documentElement ? childrenOf(documentElement) : []
  const value = content && plistValue(content)
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error(`${path} holds no dictionary`)
  return value
}
