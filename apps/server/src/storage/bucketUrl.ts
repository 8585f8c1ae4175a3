/** A bucket of an S3-compatible store, with its access key. */
export type Bucket = {
  /** The origin of the store, such as 'https://s3.example.com'. */
  endpoint: string
  region: string
  name: string
  /** The prefix of the keys of this server's files: '' or a folder such as 'apoderados/'. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

const BUCKET_NAME_PATTERN = /^[\w.-]{3,63}$/
const FOLDER_NAME_PATTERN = /^[\w-][\w.-]*$/
/** The region if the URL has none; stores without regions ignore it. */
const DEFAULT_REGION = 'us-east-1'
const URL_OPTIONS = ['region', 'tls']

function decodeOrUndefined(text: string): string | undefined {
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
  const [accessKeyId, secretAccessKey] = [decodeOrUndefined(username), decodeOrUndefined(password)]
  if (!host || !accessKeyId || !secretAccessKey || hash) return undefined
  const [name = '', ...folders] = pathname.replace(/\/$/, '').slice(1).split('/')
  if (!BUCKET_NAME_PATTERN.test(name) || !folders.every((folder) => FOLDER_NAME_PATTERN.test(folder)))
    return undefined
  if (![...searchParams.keys()].every((option) => URL_OPTIONS.includes(option))) return undefined
  const tls = searchParams.get('tls') ?? 'true'
  if (tls !== 'true' && tls !== 'false') return undefined
  return {
    endpoint: `${tls === 'true' ? 'https' : 'http'}://${host}`,
    region: searchParams.get('region') || DEFAULT_REGION,
    name,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    accessKeyId,
    secretAccessKey,
  }
}
