/** A bucket of an S3-compatible store, with its access key. */
export type Bucket = {
  /** Such as 'https://s3.example.com'. */
  endpoint: string
  region: string
  name: string
  /** The prefix of the keys of this server's files: '' or a folder such as 'apoderados/'. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

const NAME = /^[\w.-]{3,63}$/
const FOLDER = /^[\w-][\w.-]*$/
/** The default for stores without regions. */
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
 * Parses 's3://key:secret@host[:port]/bucket[/folder…][?region=…][&tls=false]'. Characters such as '/' in the secret
 * are percent-encoded. Undefined if the URL is invalid.
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
