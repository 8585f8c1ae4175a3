/** The path of an arch: a half circle of `width` on straight legs, of `height` in total, centred on `x` above `base`. */
export function arch(x: number, base: number, width: number, height: number): string {
  const radius = width / 2
  return `M${x - radius} ${base}V${base - height + radius}a${radius} ${radius} 0 0 1 ${width} 0V${base}Z`
}
