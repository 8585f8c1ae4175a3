import { pagePolicy } from './web.ts'

const policy = Object.entries(pagePolicy.directives)
  .map(([name, sources]) => [name, ...sources].join(' '))
  .join(';')

/** What every answer says to a browser (R20), written out: nothing of it is worked out again for each call. */
export const answerHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
