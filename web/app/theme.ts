import { type ThemeConfig, theme } from 'antd';
import type { ThemeMode } from '#web/lib/local-memory.ts';

// antd's stock colours miss the contrast of WCAG AA in many places (frontend.md pitfall 6);
// these are chosen so that axe finds nothing in either look.
const fontFamily =
  "'Inter', 'Segoe UI Variable', 'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";

const shared = { borderRadius: 8, fontFamily, wireframe: false };

const light: ThemeConfig['token'] = {
  colorPrimary: '#1d4fc4',
  colorLink: '#1d4fc4',
  colorLinkHover: '#143a94',
  colorError: '#c01f29',
  colorErrorText: '#b01c25',
  colorSuccess: '#157347',
  colorWarning: '#a05a00',
  colorWarningBg: '#fff8e6',
  colorWarningBorder: '#edcf8b',
  colorErrorBg: '#fff2f2',
  colorErrorBorder: '#f2b8bb',
  colorText: '#161d2b',
  colorTextSecondary: '#465063',
  colorTextTertiary: '#596376',
  colorTextDescription: '#596376',
  colorTextPlaceholder: '#667085',
  // Fields outside edit mode are disabled but must stay readable.
  colorTextDisabled: '#566072',
  colorTextQuaternary: '#8f98a8',
  colorBgLayout: '#f3f5f9',
  colorBgContainerDisabled: '#f5f6f9',
  colorBorder: '#cdd3de',
  colorBorderDisabled: '#d5dae4',
  colorBorderSecondary: '#e4e8ef',
};

const dark: ThemeConfig['token'] = {
  colorPrimary: '#3868dd',
  colorLink: '#8fb3ff',
  colorLinkHover: '#b5ccff',
  colorLinkActive: '#8fb3ff',
  colorError: '#ff8a8e',
  colorErrorText: '#ff8f92',
  colorSuccess: '#3fb37f',
  colorWarning: '#d9a13b',
  colorWarningBg: '#2b2412',
  colorWarningBorder: '#5c4a1d',
  colorErrorBg: '#35181c',
  colorErrorBorder: '#6b2f35',
  colorText: '#e8ecf4',
  colorTextSecondary: '#b3bccb',
  colorTextTertiary: '#98a2b3',
  colorTextDescription: '#98a2b3',
  colorTextPlaceholder: '#8b95a7',
  colorTextDisabled: '#adb6c6',
  colorTextQuaternary: '#667085',
  colorBgBase: '#0f141d',
  colorBgLayout: '#0b0f16',
  colorBgContainer: '#141a25',
  colorBgElevated: '#1a2230',
  colorBgContainerDisabled: '#1a212e',
  colorBorder: '#384254',
  colorBorderDisabled: '#384254',
  colorBorderSecondary: '#262f3e',
};

/** Tokens of both looks for antd; own style sheets read the same ones as --ant-color-*. */
export function themeOf(mode: ThemeMode): ThemeConfig {
  const isDark = mode === 'dark';
  const accent = isDark ? '#8fb3ff' : '#1d4fc4';
  return {
    cssVar: { key: 'lw' },
    hashed: false,
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { ...shared, ...(isDark ? dark : light) },
    components: {
      // On the light red of the dark look, white would be too faint.
      Button: isDark ? { dangerColor: '#2a0b0d' } : {},
      Tabs: { itemSelectedColor: accent, itemHoverColor: accent, itemActiveColor: accent, inkBarColor: accent },
      Table: {
        headerBg: isDark ? '#1a2230' : '#f7f8fb',
        headerSplitColor: 'transparent',
        headerSortActiveBg: isDark ? '#1a2230' : '#f7f8fb',
        headerSortHoverBg: isDark ? '#222c3d' : '#eef1f6',
        bodySortBg: 'transparent',
        rowSelectedBg: isDark ? '#172a4e' : '#e9f0ff',
        rowSelectedHoverBg: isDark ? '#1b3260' : '#dde8ff',
      },
      Pagination: { itemActiveColor: accent, itemActiveColorHover: accent },
      Form: { verticalLabelPadding: '0 0 4px', itemMarginBottom: 18 },
      Modal: { titleFontSize: 17 },
    },
  };
}
