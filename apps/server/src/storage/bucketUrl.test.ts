import { describe, expect, it } from 'vitest'
import { readBucketUrl } from './bucketUrl.ts'

describe('the address of a bucket', () => {
  it('contains the key, the host and the bucket', () => {
    expect(readBucketUrl('s3://llave:secreto@s3.example.com/archivos')).toEqual({
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      name: 'archivos',
      prefix: '',
      accessKeyId: 'llave',
      secretAccessKey: 'secreto',
    })
  })

  it('may contain the port, a folder, the region, and that there is no TLS', () => {
    expect(
      readBucketUrl('s3://a:b@10.0.0.7:9000/mis.archivos/uno/dos/?region=sa-east-1&tls=false'),
    ).toMatchObject({
      endpoint: 'http://10.0.0.7:9000',
      region: 'sa-east-1',
      name: 'mis.archivos',
      prefix: 'uno/dos/',
    })
    expect(readBucketUrl('s3://a:b@[::1]:9000/archivos')?.endpoint).toBe('https://[::1]:9000')
  })

  it('escapes the special characters of a secret with %', () => {
    const secret = 'a/b+c@d:e?f#g%&=ñ'
    expect(
      readBucketUrl(`s3://a:${encodeURIComponent(secret)}@s3.example.com/archivos`)?.secretAccessKey,
    ).toBe(secret)
    expect(readBucketUrl('s3://a:b+c=@s3.example.com/archivos')?.secretAccessKey).toBe('b+c=')
  })

  it.each([
    '',
    's3://',
    's3://s3.example.com/archivos',
    's3://llave@s3.example.com/archivos',
    's3://:secreto@s3.example.com/archivos',
    's3://a:b@/archivos',
    's3://a:b@s3.example.com',
    's3://a:b@s3.example.com/',
    's3://a:b@s3.example.com/a',
    's3://a:b@s3.example.com/archivos//dos',
    's3://a:b@s3.example.com/archivos/con espacio',
    's3://a:b/c@s3.example.com/archivos',
    's3://a:%zz@s3.example.com/archivos',
    's3://a:%ff@s3.example.com/archivos',
    's3://a:b@s3.example.com:70000/archivos',
    's3://a:b@s3.example.com/archivos?tls=no',
    's3://a:b@s3.example.com/archivos?regoin=x',
    's3://a:b@s3.example.com/archivos#x',
    'https://a:b@s3.example.com/archivos',
  ])('is refused as %s', (text) => {
    expect(readBucketUrl(text)).toBeUndefined()
  })
})
