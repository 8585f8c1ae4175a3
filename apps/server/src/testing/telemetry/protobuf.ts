type FieldValue = number | Buffer
const WIRE_TYPES = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 }

/** Decodes a protobuf message into the values of each field, by field number. All values but varints are bytes. */
export function decodeMessage(bytes: Buffer): Map<number, FieldValue[]> {
  const fields = new Map<number, FieldValue[]>()
  let at = 0
  function readVarint(): number {
    let [value, factor, byte] = [0, 1, 0]
    do {
      byte = bytes.readUInt8(at++)
      value += (byte & 127) * factor
      factor *= 128
    } while (byte > 127)
    return value
  }
  const take = (length: number): Buffer => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const key = readVarint()
    const wire = key & 7
    const value =
      wire === WIRE_TYPES.varint
        ? readVarint()
        : take(wire === WIRE_TYPES.fixed64 ? 8 : wire === WIRE_TYPES.fixed32 ? 4 : readVarint())
    const number = key >>> 3
    fields.set(number, [...(fields.get(number) ?? []), value])
  }
  return fields
}

/** Returns the messages in a repeated field. `number` is a field number, also in the functions below. */
export const messagesIn = (message: Map<number, FieldValue[]>, number: number) =>
  (message.get(number) ?? []).map((bytes) => decodeMessage(bytes as Buffer))
export const textIn = (message: Map<number, FieldValue[]>, number: number): string =>
  String(message.get(number)?.[0] ?? '')
export const hexIn = (message: Map<number, FieldValue[]>, number: number): string =>
  Buffer.from((message.get(number)?.[0] as Buffer) ?? '').toString('hex')
export const numberIn = (message: Map<number, FieldValue[]>, number: number): number =>
  Number(message.get(number)?.[0] ?? 0)
