import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

const tinta: MantineColorsTuple = [
  '#EAE8F8',
  '#D9D5F3',
  '#C5BEFF',
  '#B9B1FF',
  '#B0A7FF',
  '#8F86E3',
  '#6E63C6',
  '#463AAE',
  '#382D93',
  '#2B2370',
]

export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '700' },
  primaryColor: 'tinta',
  primaryShade: { light: 7, dark: 4 },
  colors: { tinta },
  defaultRadius: 'md',
  radius: { xs: '6px', sm: '8px', md: '10px', lg: '14px', xl: '20px' },
  fontSizes: { xs: '.75rem', sm: '.8125rem', md: '.875rem', lg: '1rem', xl: '1.25rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // Filled components write in white otherwise, which the dark theme's ink is too light for.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'filled' && { color: 'var(--on-accent)' }),
  }),
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', allowDeselect: false, checkIconPosition: 'right' } },
    Modal: {
      defaultProps: {
        radius: 'xl',
        centered: true,
        lockScroll: false, // it would add a style element without the nonce
        closeButtonProps: { 'aria-label': 'Cerrar' },
      },
    },
    Table: { defaultProps: { verticalSpacing: 4, highlightOnHover: true } },
  },
})

/** Both colour schemes have the same variables: the tokens switch by themselves. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const ink = (prefix: string) => ({
    [`--mantine-${prefix}-filled`]: 'var(--accent)',
    [`--mantine-${prefix}-filled-hover`]: 'var(--accent-hover)',
    [`--mantine-${prefix}-light`]: 'var(--accent-soft)',
    [`--mantine-${prefix}-light-hover`]: 'var(--accent-soft)',
    [`--mantine-${prefix}-light-color`]: 'var(--accent-text)',
    [`--mantine-${prefix}-text`]: 'var(--accent-text)',
  })
  const variables = {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-2)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-disabled-color': 'var(--text-3)',
    '--mantine-color-disabled': 'var(--surface-sunk)',
    '--mantine-color-disabled-border': 'var(--surface-sunk)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-border': 'var(--line-control)',
    '--mantine-color-error': 'var(--negative-text)',
    '--mantine-color-anchor': 'var(--accent-text)',
    ...ink('color-tinta'),
    ...ink('primary-color'),
  }
  return { variables: {}, light: variables, dark: variables }
}
