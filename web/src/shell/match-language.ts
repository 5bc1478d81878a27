/** The best of our languages for a browser's list of preferences. */
export function matchLanguage<L extends string>(wanted: readonly string[], ours: readonly L[], otherwise: L): L {
  for (const tag of wanted) {
    const parts = tag.toLowerCase().split('-');
    // Chinese differs by script, which many tags only imply by the region.
    const traditional =
      parts.includes('hant') || (!parts.includes('hans') && parts.some((part) => ['tw', 'hk', 'mo'].includes(part)));
    const name = parts[0] === 'zh' ? (traditional ? 'zh-Hant' : 'zh-Hans') : parts[0];
    const found = ours.find((language) => language === name);
    if (found) return found;
  }
  return otherwise;
}
