import ipaddr from 'ipaddr.js'

/**
 * Returns the key of per-address limits: the IPv4 address, or the /64 network of an IPv6 address, because one
 * household may use all addresses of a /64 (R25).
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
