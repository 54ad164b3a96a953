// Where the piles lie: plain geometry.

const PAD = 4;
const LARGEST = 132;

const ratio = (width) => (width < 34 ? 1.62 : width < 56 ? 1.45 : 1.4);

/** The piles that lie above the columns, and the columns themselves. */
function parts(piles) {
	const of = (...kinds) => piles.filter((pile) => kinds.includes(pile.kind));
	return { cells: of("cell"), homes: of("foundation"), stock: of("stock", "discard"), grace: of("grace"), columns: of("column") };
}

/** How the table is divided when the columns lie in so many rows. */
function plan(all, size, rows, isRails, isFlat) {
	const gap = Math.max(2, Math.round(0.006 * size.width));
	const wide = Math.ceil(all.columns.length / rows);
	const columns = Array.from({ length: rows }, (_, row) => all.columns.slice(row * wide, (row + 1) * wide));
	const rails = isRails ? Math.ceil(all.cells.length / 4) + 1 : 0;
	const above = isRails ? [] : tops(all, wide);
	const across = Math.max(rails + wide, ...above.map(({ left, right }) => left.length + right.length));
	let card = Math.min(LARGEST, Math.floor((size.width - 2 * PAD - (across - 1) * gap) / across));
	const fits = () => {
		const high = card * ratio(card);
		if (isRails) return 4 * high + 5 * gap <= size.height;
		return high * (above.length + (isFlat ? 1.05 : 1.9) * rows) + 6 * (above.length + rows + 1) <= size.height;
	};
	while (card > 20 && !fits()) card -= 1;
	return { gap, columns, above, rails, across, card, high: Math.round(card * ratio(card)) };
}

/** The rows above the columns: cells left, foundations right, two rows for many cells. */
function tops(all, across) {
	if (all.stock.length) return [{ left: all.stock, right: all.grace }];
	const room = Math.max(across, 8) - all.homes.length;
	const rest = all.cells.slice(room);
	return [{ left: all.cells.slice(0, room), right: all.homes }, ...(rest.length ? [{ left: rest, right: [] }] : [])];
}

/**
 * The place of every pile: `x`, `y`, the `height` for what lies there, and whether its cards `fan` out.
 *
 * Columns lie in 1 or 2 `rows`, or as suits the size; `isFlat` ones hold one card; `isLeft` mirrors
 * the table; `isLarge` asks for large print. Cards are `card` wide and `high`, their letters `index`.
 */
export function layOut(piles, size, options) {
	const all = parts(piles);
	const isRails = size.width > size.height && size.height < 520 && !all.stock.length;
	let chosen = plan(all, size, options.rows ?? 1, isRails, options.isFlat);
	if (options.rows === undefined && size.height > size.width && !all.stock.length) {
		const two = plan(all, size, 2, isRails, false);
		if (two.card >= 1.3 * chosen.card) chosen = two;
	}
	const { gap, columns, above, rails, across, card, high } = chosen;
	const step = card + Math.max(gap, columns[0].length > 7 ? gap : Math.min(14, card * 0.12));
	const places = new Map();
	const used = Math.min(size.width - 2 * PAD, across * step - (step - card));
	const pitch = across > 1 ? Math.min(step, (used - card) / (across - 1)) : 0;
	const left = Math.round((size.width - used) / 2);
	const put = (pile, at, y, height, fan) => places.set(pile.id, { x: left + at * pitch, y, height, fan });

	let y = PAD;
	for (const row of above) {
		row.left.forEach((pile, at) => put(pile, at, y, high, false));
		row.right.forEach((pile, at) => put(pile, across - row.right.length + at, y, high, false));
		y += high + 6;
	}
	if (rails) {
		// Cells on the left, four one below the other, and foundations on the right, beside the columns.
		all.cells.forEach((pile, at) => put(pile, Math.floor(at / 4), PAD + (at % 4) * (high + 4), high, false));
		all.homes.forEach((pile, at) => put(pile, across - 1, PAD + at * (high + 4), high, false));
	}
	const needs = columns.map((row) => Math.max(7, 2 + Math.max(...row.map(({ cards }) => cards?.length ?? 1))));
	const room = size.height - y - PAD - 6 * (columns.length - 1);
	const total = needs.reduce((sum, need) => sum + need, 0);
	columns.forEach((row, at) => {
		const height = options.isFlat ? high : Math.floor((room * needs[at]) / total);
		const first = rails ? rails - 1 : (across - row.length) / 2;
		row.forEach((pile, column) => put(pile, first + column, y, height, true));
		y += height + 6;
	});
	if (options.isLeft) for (const place of places.values()) place.x = size.width - place.x - card;
	// Rank and suit fit into the narrowest strip that can be seen of a card.
	const strips = piles.filter((pile) => pile.cards?.length > 1).map((pile) => strip(places.get(pile.id), pile.cards.length, high));
	const least = Math.min(...strips.filter(Boolean));
	const index = Math.max(10, Math.min((options.isLarge ? 0.56 : 0.46) * card, 30, least - 3));
	return { places, card, high, index };
}

/** How far down each card of a fanned pile lies below the one before it. */
export function strip(place, cards, high) {
	if (!place.fan || cards < 2) return 0;
	const wanted = Math.min(0.62 * high, Math.max(24, 0.42 * high));
	return Math.min(wanted, (place.height - high) / (cards - 1));
}
