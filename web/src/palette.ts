/** Colours and symbols shared with every other drawing of a board. */
export const SYMBOLS: Record<string, string> = {
  purple: 'M12 1.500 22.500 12 12 22.500 1.500 12z',
  blue: 'M12 1.500c4.600 5.600 7.500 9.200 7.500 13a7.500 7.500 0 0 1-15 0c0-3.800 2.900-7.400 7.500-13z',
  orange: 'M12 2.500 23 21.500H1z',
  white: 'M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10z',
  green: 'M3 21C1.500 10 8.500 2.500 21.500 2.500 22 15 15 22.500 3 21z',
  yellow: 'M12 .5l2.700 5.100 5.400-1.700-1.700 5.400L23.500 12l-5.100 2.700 1.700 5.400-5.400-1.700L12 23.500l-2.700-5.100-5.400 1.700 1.700-5.400L.5 12l5.100-2.700-1.700-5.400 5.400 1.700z',
  black: 'M1.500 7.500h21v9h-21z',
  red: 'M8.500 1.500h7v7h7v7h-7v7h-7v-7h-7v-7h7z',
  locomotive:
    'M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22zm0 3.400a7.600 7.600 0 1 0 0 15.200 7.600 7.600 0 0 0 0-15.200zm-1.200 1h2.400v4.300l3.700-2.100 1.200 2.100L14.400 12l3.700 2.100-1.200 2.100-3.700-2.100v4.300h-2.400v-4.300l-3.700 2.100-1.200-2.100L9.600 12 5.900 9.900l1.200-2.100 3.700 2.100z',
};
/** Patterns by a seat colour's place in the board's list: colour is never the only sign of an owner. */
export const PATTERNS = ['plain', 'stripe', 'dots', 'check', 'chevron'] as const;
