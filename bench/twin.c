/* Complete random games in C, by the rules of docs/rules.md: what the compiled kernel is timed beside.

   `c_twin.py` writes the board's data to `board.h` and compiles this with gcc; switches of the rules
   are constants there, so the compiler drops what a board does not use. As in our playouts, every
   decision is uniform over the legal actions. Called with numbers of players and of games, it plays
   and prints one line of JSON with sums that are compared with the kernel's. */

#include "board.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOCO = 8, GRAY = 8, EMPTY = 9, SEATS = 5, NODES = PLACES + 2 * TRACKS };
enum { KEEP, TURN, SECOND, GIVE, TUNNEL, PASSENGER, OVER };
enum { TO_BOTTOM, TO_SHUFFLE, TO_REMOVE };
/* An action is a kind in the highest byte and an argument; of a claim track, colour, cards, wild. */
enum { A_DECK, A_CARD, A_TICKETS, A_KEEP, A_CLAIM, A_GIVE, A_PAY, A_WITHDRAW, A_TAKE, A_PASS };
#define ACTION(kind, argument) ((kind) << 24 | (argument))
#define MAX_ACTIONS 16384

typedef struct {
    uint64_t random;
    int players, seat, phase, first_deal, passes, last_turns, decisions;
    int deck_n, discard_n, ticket_n[2], ticket_head[2], claiming, colour, to_give, revealed_n, extra;
    int pending, trains[SEATS], points[SEATS], cards[SEATS], held_n[SEATS], offer_n[SEATS];
    int8_t deck[CARDS], discards[9], market[MARKET], hands[SEATS][9], laid[9], revealed[8];
    int8_t owner[TRACKS], ticket_deck[2][TICKETS], held[SEATS][TICKETS], offer[SEATS][8];
    int8_t waiting[PLACES][8], passengers[SEATS][8];
    uint8_t closed[TRACKS]; /* a bit mask of seats */
} Game;

static inline int below(Game *g, int n) {
    g->random = g->random * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)(((g->random >> 32) * (uint64_t)n) >> 32);
}

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

static void shuffle(Game *g, int8_t *cards, int n) {
    for (int i = n - 1; i > 0; i--) {
        int j = below(g, i + 1);
        int8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* ---- train cards ---- */

static void shuffle_in_discards(Game *g) {
    for (int card = 0; card < 9; card++)
        for (; g->discards[card] > 0; g->discards[card]--) g->deck[g->deck_n++] = card;
    g->discard_n = 0;
    shuffle(g, g->deck, g->deck_n);
}

static inline void renew_deck(Game *g) { /* MARKET-1 */
    if (g->deck_n == 0 && g->discard_n > 0) shuffle_in_discards(g);
}

static inline void discard(Game *g, int card, int n) {
    g->discards[card] += n;
    g->discard_n += n;
}

static inline void add_card(Game *g, int p, int card, int n) {
    g->hands[p][card] += n;
    g->cards[p] += n;
}

static void fill_market(Game *g) { /* MARKET-2, MARKET-3 */
    for (;;) {
        int locomotives = 0, others = 0;
        for (int i = 0; i < MARKET; i++) {
            if (g->market[i] == EMPTY && g->deck_n > 0) {
                g->market[i] = g->deck[--g->deck_n];
                renew_deck(g);
            }
            locomotives += g->market[i] == LOCO;
            others += g->market[i] < LOCO;
        }
        if (CLEAR_AT == 0 || locomotives < CLEAR_AT) return;
        int in_deck = 0, needed = MARKET - CLEAR_AT + 1;
        for (int i = 0; i < g->deck_n; i++) in_deck += g->deck[i] != LOCO;
        for (int card = 0; card < LOCO; card++) others += g->discards[card];
        if (in_deck + others < needed) return;
        for (int i = 0; i < MARKET; i++)
            if (g->market[i] != EMPTY) {
                discard(g, g->market[i], 1);
                g->market[i] = EMPTY;
            }
        renew_deck(g);
        if (in_deck < needed && others < needed && g->deck_n == MARKET && g->discard_n == MARKET)
            shuffle_in_discards(g);
    }
}

static inline int card_mask(const Game *g, int second) { /* DRAW-3 */
    int mask = 0;
    for (int i = 0; i < MARKET; i++) mask |= 1 << g->market[i];
    return mask & (second && LOCOMOTIVE_ENDS_DRAW ? 0xFF : 0x1FF);
}

/* ---- tickets ---- */

static void draw_tickets(Game *g, int p, int deck, int n) {
    for (int i = 0; i < n; i++) {
        g->offer[p][g->offer_n[p]++] = g->ticket_deck[deck][g->ticket_head[deck]];
        if (++g->ticket_head[deck] == TICKETS) g->ticket_head[deck] = 0;
    }
    g->ticket_n[deck] -= n;
}

static void return_ticket(Game *g, int deck, int ticket) {
    int at = g->ticket_head[deck] + g->ticket_n[deck]++;
    g->ticket_deck[deck][at >= TICKETS ? at - TICKETS : at] = ticket;
}

static void shuffle_tickets(Game *g, int deck) {
    int8_t tickets[TICKETS];
    for (int i = 0; i < g->ticket_n[deck]; i++)
        tickets[i] = g->ticket_deck[deck][(g->ticket_head[deck] + i) % TICKETS];
    shuffle(g, tickets, g->ticket_n[deck]);
    memcpy(g->ticket_deck[deck], tickets, g->ticket_n[deck]);
    g->ticket_head[deck] = 0;
}

static int ticket_options(const Game *g, int draw, int *out, int m) { /* TICKET-1, G-TICK-1 */
    int all = least(draw, g->ticket_n[0] + g->ticket_n[1]);
    if (all == 0) return m;
    if (DECKS == 1) {
        out[m++] = ACTION(A_TICKETS, all);
        return m;
    }
    for (int first = most(0, all - g->ticket_n[1]); first <= least(all, g->ticket_n[0]); first++)
        out[m++] = ACTION(A_TICKETS, first << 8 | (all - first));
    return m;
}

/* ---- what is legal ---- */

/* CLAIM-1, N-FERRY, N-LIEKSA: the ways to pay for a track of class k; the hand has at most `have`
   cards of one colour that it takes. */
static int payments(const Game *g, int p, const Class *k, int have, int *out) {
    const int8_t *hand = g->hands[p];
    int m = 0, from = k->colour == GRAY ? 0 : k->colour, to = k->colour == GRAY ? 7 : k->colour;
    int fewest = SUBSTITUTES && k->rate > 0 ? 0 : most(0, k->length - hand[LOCO]);
    for (int n = least(k->length, have); n >= fewest; n--) {
        int rest = k->length - n, low = rest, high = rest;
        int fits = rest == k->locomotives || (k->wild && rest > k->locomotives);
        if (SUBSTITUTES && k->rate > 0) {
            if (k->for_locomotive) low = 0;
            else fits = rest >= k->locomotives, low = k->locomotives, high = k->wild ? rest : low;
        }
        if (!fits || low > hand[LOCO]) continue;
        high = least(high, hand[LOCO]);
        if (SUBSTITUTES && k->rate > 0)
            while (low <= high && n + low + k->rate * (rest - low) > g->cards[p]) low++;
        if (n == 0)
            for (int w = low; w <= high; w++) out[m++] = LOCO << 8 | w;
        else
            for (int c = from; c <= to; c++)
                if (hand[c] >= n)
                    for (int w = low; w <= high; w++) out[m++] = c << 8 | n << 4 | w;
    }
    return m;
}

static int legal(const Game *g, int *restrict out) {
    int m = 0, p = g->seat;
    const int8_t *hand = g->hands[p];
    switch (g->phase) {
    case TURN:
    case SECOND: {
        int mask = card_mask(g, g->phase == SECOND);
        if (g->deck_n > 0) out[m++] = ACTION(A_DECK, 0);
        for (int card = 0; card < 9; card++)
            if (mask >> card & 1) out[m++] = ACTION(A_CARD, card);
        if (g->phase == SECOND) return m;
        m = ticket_options(g, LATER_DRAW, out, m);
        int way[512], longest = 0;
        for (int c = 0; c < 8; c++) longest = most(longest, hand[c]);
        for (int i = 0; i < CLASSES; i++) {
            const Class *k = &class_of[i];
            int have = k->colour == GRAY ? longest : hand[k->colour];
            if (k->length > g->trains[p] || (!SUBSTITUTES && k->length > have + hand[LOCO])) continue;
            int t = k->first;
            while (t < k->end && g->closed[t] >> p & 1) t++;
            if (t == k->end) continue;
            int ways = payments(g, p, k, have, way);
            for (; ways > 0 && t < k->end; t++)
                if (!(g->closed[t] >> p & 1)) {
                    int *to = out + m, code = ACTION(A_CLAIM, t << 12);
                    for (int j = 0; j < ways; j++) to[j] = code | way[j];
                    m += ways;
                }
        }
        if (m == 0) out[m++] = ACTION(A_PASS, 0);
        return m;
    }
    case KEEP: {
        int n = g->offer_n[p], need = least(g->first_deal ? FIRST_KEEP : LATER_KEEP, n);
        if (n == 0) return ticket_options(g, FIRST_DRAW, out, 0);
        for (int mask = 1; mask < 1 << n; mask++)
            if (__builtin_popcount(mask) >= need) out[m++] = ACTION(A_KEEP, mask);
        return m;
    }
    case GIVE:
        for (int card = 0; card < 9; card++)
            if (hand[card] > 0) out[m++] = ACTION(A_GIVE, card);
        return m;
    case TUNNEL: /* N-TUNNEL-1 to N-TUNNEL-3 */
        for (int w = 0; w <= least(g->extra, hand[LOCO]); w++)
            if (w == g->extra || (g->colour != LOCO && hand[g->colour] >= g->extra - w))
                out[m++] = ACTION(A_PAY, w);
        out[m++] = ACTION(A_WITHDRAW, 0);
        return m;
    default: /* PASSENGER: G-PASS-2 */
        for (int end = 0; end < 2; end++)
            if (g->pending >> end & 1) {
                int place = end ? track_b[g->claiming] : track_a[g->claiming], seen = 0;
                for (int i = 0; g->waiting[place][i]; i++) seen |= 1 << g->waiting[place][i];
                for (int colour = 0; colour < PASSENGER_COLOURS; colour++)
                    if (seen >> (colour + 1) & 1) out[m++] = ACTION(A_TAKE, end << 4 | colour);
            }
        return m;
    }
}

/* ---- playing ---- */

static void end_turn(Game *g) { /* END-1, END-2 */
    g->phase = TURN;
    if (g->last_turns > 0) {
        if (--g->last_turns == 0) g->phase = OVER;
    } else if (g->trains[g->seat] <= LAST_TURN_TRAINS)
        g->last_turns = g->players;
    if (g->passes >= g->players) g->phase = OVER;
    if (++g->seat == g->players) g->seat = 0;
}

static void take_passenger(Game *g, int p, int end, int colour) {
    int8_t *spots = g->waiting[end ? track_b[g->claiming] : track_a[g->claiming]];
    int i = 0;
    while (spots[i] != colour + 1) i++;
    for (; spots[i]; i++) spots[i] = spots[i + 1];
    g->passengers[p][colour]++;
    g->pending &= ~(1 << end);
}

static void discard_revealed(Game *g) {
    for (int i = 0; i < g->revealed_n; i++) discard(g, g->revealed[i], 1);
    g->revealed_n = g->extra = 0;
    renew_deck(g);
    fill_market(g);
}

static void claim_track(Game *g, int p) { /* CLAIM-2 to CLAIM-6 */
    int t = g->claiming, everyone = (1 << g->players) - 1;
    for (int card = 0; card < 9; card++) {
        discard(g, card, g->laid[card]);
        g->laid[card] = 0;
    }
    discard_revealed(g);
    g->trains[p] -= track_length[t];
    g->points[p] += route_points[track_length[t]];
    g->owner[t] = p;
    g->closed[t] = everyone;
    for (int i = 0; i < 2 && parallel[t][i] >= 0; i++)
        g->closed[parallel[t][i]] |= PARALLEL_CLOSED >> g->players & 1 ? everyone : 1 << p;
    if (PASSENGER_COLOURS > 0) { /* G-PASS-2 */
        for (int end = 0; end < 2; end++) {
            const int8_t *spots = g->waiting[end ? track_b[t] : track_a[t]];
            int alike = 1;
            for (int i = 0; spots[i]; i++) alike &= spots[i] == spots[0];
            if (spots[0] == 0) continue;
            if (alike) take_passenger(g, p, end, spots[0] - 1);
            else g->pending |= 1 << end;
        }
        if (g->pending) {
            g->phase = PASSENGER;
            return;
        }
    }
    end_turn(g);
}

static void complete_payment(Game *g, int p) {
    if (track_kind[g->claiming] == 2) { /* N-TUNNEL-1, N-TUNNEL-4 */
        while (g->revealed_n < TUNNEL_CARDS && g->deck_n > 0) {
            int card = g->deck[--g->deck_n];
            g->revealed[g->revealed_n++] = card;
            g->extra += card == g->colour || card == LOCO;
            renew_deck(g);
        }
        if (g->extra > 0) {
            g->phase = TUNNEL;
            return;
        }
    }
    claim_track(g, p);
}

static inline void lay(Game *g, int p, int card, int n) {
    add_card(g, p, card, -n);
    g->laid[card] += n;
}

static void keep_tickets(Game *g, int p, int mask) { /* SET-2, TICKET-2, G-TICK-2 */
    for (int i = 0; i < g->offer_n[p]; i++) {
        int ticket = g->offer[p][i];
        if (mask >> i & 1) g->held[p][g->held_n[p]++] = ticket;
        else if ((g->first_deal ? FIRST_RETURN : LATER_RETURN) != TO_REMOVE)
            return_ticket(g, ticket_in[ticket], ticket);
    }
    g->offer_n[p] = 0;
    if (!g->first_deal) {
        end_turn(g);
        return;
    }
    if (++g->seat == g->players) g->seat = 0;
    if (g->offer_n[g->seat] == 0) {
        g->first_deal = 0;
        g->phase = TURN;
        for (int deck = 0; FIRST_RETURN == TO_SHUFFLE && deck < DECKS; deck++) shuffle_tickets(g, deck);
    }
}

static void draw_card(Game *g, int p, int card) { /* DRAW-1, DRAW-2, DRAW-7; card 9: the deck */
    int ends = g->phase == SECOND;
    if (card == EMPTY) {
        add_card(g, p, g->deck[--g->deck_n], 1);
        renew_deck(g);
    } else {
        int i = 0;
        while (g->market[i] != card) i++;
        add_card(g, p, card, 1);
        g->market[i] = EMPTY;
        fill_market(g);
        ends |= card == LOCO && LOCOMOTIVE_ENDS_DRAW;
    }
    if (ends || (g->deck_n == 0 && card_mask(g, 1) == 0)) end_turn(g);
    else g->phase = SECOND;
}

static void step(Game *g, int action) {
    int p = g->seat, argument = action & 0xFFFFFF;
    g->decisions++;
    g->passes = action >> 24 == A_PASS ? g->passes + 1 : 0;
    switch (action >> 24) {
    case A_DECK: draw_card(g, p, EMPTY); break;
    case A_CARD: draw_card(g, p, argument); break;
    case A_TICKETS:
        if (DECKS == 1) draw_tickets(g, p, 0, argument);
        else {
            draw_tickets(g, p, 0, argument >> 8);
            draw_tickets(g, p, 1, argument & 255);
        }
        g->phase = KEEP;
        if (g->first_deal && ++g->seat == g->players) g->seat = 0;
        break;
    case A_KEEP: keep_tickets(g, p, argument); break;
    case A_CLAIM: {
        int t = argument >> 12, c = argument >> 8 & 15, n = argument >> 4 & 15, w = argument & 15;
        g->claiming = t;
        g->colour = c;
        if (n > 0) lay(g, p, c, n);
        if (w > 0) lay(g, p, LOCO, w);
        if (SUBSTITUTES && n + w < track_length[t]) {
            g->to_give = (track_length[t] - n - w) * class_of[track_class[t]].rate;
            g->phase = GIVE;
        } else complete_payment(g, p);
        break;
    }
    case A_GIVE:
        lay(g, p, argument, 1);
        if (--g->to_give == 0) complete_payment(g, p);
        break;
    case A_PAY:
        lay(g, p, LOCO, argument);
        if (g->extra > argument) lay(g, p, g->colour, g->extra - argument);
        claim_track(g, p);
        break;
    case A_WITHDRAW: /* N-TUNNEL-2 */
        for (int card = 0; card < 9; card++) {
            add_card(g, p, card, g->laid[card]);
            g->laid[card] = 0;
        }
        discard_revealed(g);
        end_turn(g);
        break;
    case A_TAKE:
        take_passenger(g, p, argument >> 4, argument & 15);
        if (g->pending == 0) end_turn(g);
        break;
    default: end_turn(g);
    }
}

/* ---- setting up and scoring ---- */

static void deal(Game *g, int players, uint64_t seed) { /* SET-1 to SET-4, G-PASS-1 */
    memset(g, 0, sizeof *g);
    g->random = seed * 0x9E3779B97F4A7C15ULL + 1;
    for (int i = 0; i < 4; i++) below(g, 2);
    g->players = players;
    g->first_deal = 1;
    g->last_turns = -1;
    memset(g->owner, -1, TRACKS);
    memset(g->market, EMPTY, MARKET);
    for (int card = 0; card < 9; card++)
        for (int i = 0; i < card_counts[card]; i++) g->deck[g->deck_n++] = card;
    shuffle(g, g->deck, g->deck_n);
    g->seat = below(g, players);
    for (int p = 0; p < players; p++) {
        g->trains[p] = TRAINS;
        for (int i = 0; i < HAND; i++) add_card(g, p, g->deck[--g->deck_n], 1);
    }
    fill_market(g);
    for (int t = 0; t < TICKETS; t++) return_ticket(g, ticket_in[t], t);
    for (int deck = 0; deck < DECKS; deck++) shuffle_tickets(g, deck);
    if (PASSENGER_COLOURS > 0) {
        int8_t bag[PASSENGER_COLOURS * PASSENGERS_EACH + 1];
        int n = 0;
        for (int i = 0; i < PASSENGER_COLOURS * PASSENGERS_EACH; i++) bag[i] = i / PASSENGERS_EACH + 1;
        shuffle(g, bag, PASSENGER_COLOURS * PASSENGERS_EACH);
        for (int place = 0; place < PLACES; place++)
            for (int i = 0; i < waiting_at[place]; i++) g->waiting[place][i] = bag[n++];
    }
    for (int i = 0; DECKS == 1 && i < players; i++)
        draw_tickets(g, (g->seat + i) % players, 0, FIRST_DRAW);
}

typedef struct { /* one seat's network: each track into a country ends at a node of its own */
    int edges, a[TRACKS], b[TRACKS], length[TRACKS], track[TRACKS], root[NODES], degree[NODES];
    int incident[NODES][16], used[TRACKS], best, bound;
} Network;

static int root_of(Network *w, int node) {
    while (w->root[node] != node) node = w->root[node] = w->root[w->root[node]];
    return node;
}

static void build(const Game *g, int p, Network *w) {
    int nodes = PLACES;
    w->edges = 0;
    for (int node = 0; node < PLACES; node++) w->root[node] = node, w->degree[node] = 0;
    for (int t = 0; t < TRACKS; t++) {
        if (g->owner[t] != p) continue;
        int i = w->edges++, a = track_a[t], b = track_b[t];
        if (COUNTRIES && country[a]) w->root[nodes] = nodes, w->degree[nodes] = 0, a = nodes++;
        if (COUNTRIES && country[b]) w->root[nodes] = nodes, w->degree[nodes] = 0, b = nodes++;
        w->a[i] = a, w->b[i] = b, w->length[i] = track_length[t], w->track[i] = t, w->used[i] = 0;
        w->incident[a][w->degree[a]++] = i;
        w->incident[b][w->degree[b]++] = i;
        w->root[root_of(w, a)] = root_of(w, b);
    }
}

static int connected(Network *w, int a, int z) { /* TICKET-3, G-LAND-1 */
    if (!COUNTRIES || (!country[a] && !country[z])) return root_of(w, a) == root_of(w, z);
    for (int i = 0; i < w->edges; i++) {
        int t = w->track[i];
        if (track_a[t] != a && track_b[t] != a) continue;
        int start = root_of(w, track_a[t] == a ? w->a[i] : w->b[i]);
        for (int j = 0; j < w->edges; j++) {
            int u = w->track[j];
            if (track_a[u] != z && track_b[u] != z) continue;
            if (root_of(w, track_a[u] == z ? w->a[j] : w->b[j]) == start) return 1;
        }
    }
    return 0;
}

static void extend(Network *w, int node, int length, int unused) {
    if (length > w->best) w->best = length;
    for (int j = 0; j < w->degree[node]; j++) {
        int i = w->incident[node][j];
        if (w->used[i]) continue;
        if (length + unused <= w->best || w->best >= w->bound) return;
        w->used[i] = 1;
        extend(w, w->a[i] + w->b[i] - node, length + w->length[i], unused - w->length[i]);
        w->used[i] = 0;
    }
}

/* SCORE-2. A network with at most two nodes of odd degree is one trail; otherwise the longest trail
   starts at such a node, and all of them but its two ends leave an edge unused. */
static int longest_path(Network *w) {
    int longest = 0;
    for (int first = 0; first < w->edges; first++) {
        int top = root_of(w, w->a[first]), total = 0, odd = 0, spared = 0, big = 0, next = 0;
        if (w->used[first]) continue;
        int ends[NODES], n = 0;
        for (int i = first; i < w->edges; i++) {
            if (root_of(w, w->a[i]) != top) continue;
            total += w->length[i];
            w->used[i] = 2;
            for (int end = 0; end < 2; end++) {
                int node = end ? w->b[i] : w->a[i], shortest = 99;
                if (!(w->degree[node] & 1) || w->incident[node][0] != i) continue;
                for (int j = 0; j < w->degree[node]; j++)
                    shortest = least(shortest, w->length[w->incident[node][j]]);
                ends[n++] = node;
                odd++;
                spared += shortest;
                if (shortest > big) next = big, big = shortest;
                else next = most(next, shortest);
            }
        }
        if (total <= longest) continue;
        if (odd <= 2) {
            longest = total;
            continue;
        }
        w->bound = total - (spared - big - next + 1) / 2;
        w->best = longest;
        if (w->bound <= longest) continue;
        for (int i = 0; i < w->edges; i++)
            if (root_of(w, w->a[i]) == top) w->used[i] = 0;
        for (int i = 0; i < n && w->best < w->bound; i++) extend(w, ends[i], 0, total);
        for (int i = 0; i < w->edges; i++)
            if (root_of(w, w->a[i]) == top) w->used[i] = 2;
        longest = w->best;
    }
    return longest;
}

static void bonus_for_most(int players, const int *figure, int points, int *total) {
    int highest = 0;
    for (int p = 0; p < players; p++) highest = most(highest, figure[p]);
    for (int p = 0; p < players; p++)
        if (highest > 0 && figure[p] == highest) total[p] += points;
}

static void score(const Game *g, int *total, int *made) { /* SCORE-1, G-PASS-3, the bonuses */
    static Network w;
    int longest[SEATS];
    for (int p = 0; p < g->players; p++) {
        build(g, p, &w);
        total[p] = g->points[p];
        made[p] = 0;
        for (int i = 0; i < g->held_n[p]; i++) {
            int t = g->held[p][i], done = connected(&w, ticket_a[t], ticket_b[t]);
            total[p] += done ? ticket_points[t] : -ticket_points[t];
            made[p] += done;
        }
        longest[p] = longest_path(&w);
    }
    bonus_for_most(g->players, longest, LONGEST_BONUS, total);
    bonus_for_most(g->players, made, MOST_TICKETS_BONUS, total);
    for (int colour = 0; colour < PASSENGER_COLOURS; colour++) {
        int first = 0, second = 0, leaders = 0;
        for (int p = 0; p < g->players; p++) {
            int n = g->passengers[p][colour];
            if (n > first) second = first, first = n, leaders = 1;
            else if (n == first) leaders++;
            else second = most(second, n);
        }
        for (int p = 0; p < g->players; p++) {
            int n = g->passengers[p][colour];
            if (n > 0 && n == first) total[p] += PASSENGERS_FIRST;
            else if (n > 0 && n == second && leaders == 1) total[p] += PASSENGERS_SECOND;
        }
    }
}

int main(int count, char **word) {
    static Game g;
    static int out[MAX_ACTIONS];
    int players = count > 1 ? atoi(word[1]) : 2, games = count > 2 ? atoi(word[2]) : 1000;
    int seed = count > 3 ? atoi(word[3]) : 0;
    double sum[SEATS + 2] = {0}, squares[SEATS + 2] = {0};
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (int game = 0; game < games; game++) {
        int total[SEATS], made[SEATS], held = 0, kept = 0;
        deal(&g, players, (uint64_t)seed + game);
        while (g.phase != OVER) step(&g, out[below(&g, legal(&g, out))]);
        score(&g, total, made);
        for (int p = 0; p < players; p++) held += g.held_n[p], kept += made[p];
        double figures[SEATS + 2] = {g.decisions, held ? (double)kept / held : 0};
        for (int p = 0; p < players; p++) figures[2 + p] = total[p];
        for (int i = 0; i < players + 2; i++) {
            sum[i] += figures[i];
            squares[i] += figures[i] * figures[i];
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds = (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) * 1e-9;
    printf("{\"games\": %d, \"seconds\": %.9f, \"sums\": [", games, seconds);
    for (int i = 0; i < players + 2; i++)
        printf("%s[%.6f, %.6f]", i ? ", " : "", sum[i], squares[i]);
    printf("]}\n");
    return 0;
}
