/** A bucket of an S3-compatible store and the key that opens it. */
export type Bucket = {
  /** 'https://s3.example.com' */
  endpoint: string
  region: string
  name: string
  /** What the names of our files begin with: '' or 'apoderados/'. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

const NAME = /^[\w.-]{3,63}$/
const FOLDER = /^[\w-][\w.-]*$/
/** Where a store knows none. */
const REGION = 'us-east-1'
const OPTIONS = ['region', 'tls']

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * 's3://key:secret@host[:port]/bucket[/folder…][?region=…][&tls=false]'; signs such as '/' in the secret are
 * written '%2F'. Undefined for anything else.
 */
export function readBucketUrl(text: string): Bucket | undefined {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return undefined
  const { username, password, host, pathname, searchParams, hash } = new URL(text)
  const [accessKeyId, secretAccessKey] = [decoded(username), decoded(password)]
  if (!host || !accessKeyId || !secretAccessKey || hash) return undefined
  const [name = '', ...folders] = pathname.replace(/\/$/, '').slice(1).split('/')
  if (!NAME.test(name) || !folders.every((folder) => FOLDER.test(folder))) return undefined
  if (![...searchParams.keys()].every((option) => OPTIONS.includes(option))) return undefined
  const tls = searchParams.get('tls') ?? 'true'
  if (tls !== 'true' && tls !== 'false') return undefined
  return {
    endpoint: `${tls === 'true' ? 'https' : 'http'}://${host}`,
    region: searchParams.get('region') || REGION,
    name,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    accessKeyId,
    secretAccessKey,
  }
}
