declare module 'subset-font' {
  namespace subsetFont {
    type Options = {
      targetFormat?: 'sfnt' | 'woff' | 'woff2'
      variationAxes?: Record<string, { min: number; max: number; default: number }>
      /** OpenType's names of what to keep; all when left out. */
      keepFeatures?: string[]
    }
  }
  function subsetFont(font: Buffer, text: string, options?: subsetFont.Options): Promise<Buffer>
  export = subsetFont
}
