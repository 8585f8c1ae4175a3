import svgr from 'vite-plugin-svgr'

/** The plug-in that makes Phosphor's SVG files components: inline, in the text's colour, hidden from screen readers. */
export const iconComponents = () =>
  svgr({
    svgrOptions: {
      jsxRuntime: 'automatic',
      svgProps: { 'aria-hidden': 'true' },
      plugins: ['@svgr/plugin-svgo', '@svgr/plugin-jsx'],
      svgoConfig: { floatPrecision: 1, plugins: ['convertPathData'] },
    },
  })
