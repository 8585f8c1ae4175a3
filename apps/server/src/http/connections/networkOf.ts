import ipaddr from 'ipaddr.js'

/** What limits count: an IPv4 address, or the /64 of an IPv6 one, which a household has whole (R25). */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
