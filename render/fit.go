package render

import "strings"

// gutter is the space between two columns.
const gutter = 2

// leastWords is how narrow labels and words may get to stand beside each other;
// below that the table is set in blocks.
const leastWords = 16

// fit composes the table's columns so that they fit the page: first with even
// distances and remarks, then with remarks below, then without the even
// distances, and then with words on several lines. Where none does, the table
// is to be split.
func (p *textPage) fit(t Table) (label strip, strips, below []strip) {
	f := form{paint: p.paint}
	if len(t.Notes) > 0 {
		f.notes = 2
	}
	label, strips = f.labels(t), f.strips(t)
	if p.fits(label, strips) {
		return label, strips, nil
	}
	if strips, below = apart(strips); p.fits(label, strips) {
		return label, strips, below
	}
	f.notes = 0
	if strips, below = apart(f.strips(t)); p.fits(label, strips) {
		return label, strips, below
	}
	if f.words = p.narrowest(label, strips); f.words >= leastWords {
		strips, _ = apart(f.strips(t))
		return f.labels(t), strips, below
	}
	return p.single(t, label, strips, below)
}

func (p *textPage) fits(label strip, strips []strip) bool {
	return p.width <= 0 || total(label, strips) <= p.width
}

// narrowest is how wide labels and words may be for all columns to stand side by
// side; it is not positive where numbers alone are too wide.
func (p *textPage) narrowest(label strip, strips []strip) int {
	words := 0
	for _, s := range append(strips, label) {
		if s.left {
			words = max(words, min(s.width, p.width))
		}
	}
	needs := func(words int) int {
		needed := 0
		for _, s := range append(strips, label) {
			if s.left {
				s.width = min(s.width, words)
			}
			needed += s.width + gutter
		}
		return needed
	}
	for words > 0 && needs(words) > p.width {
		words--
	}
	return words
}

// single composes columns of which the widest still fits beside the labels, if
// words and heads on several lines can do that.
func (p *textPage) single(t Table, label strip, strips, below []strip) (strip, []strip, []strip) {
	room := p.width - 2*gutter
	if label.width+widest(strips) <= room {
		return label, strips, below
	}
	f := form{paint: p.paint, words: min(leastWords, room/2)}
	strips, _ = apart(f.strips(t))
	f.words = max(room-widest(strips), leastWords/2)
	label = f.labels(t)
	f.words = max(room-label.width, 1)
	strips, _ = apart(f.strips(t))
	return label, strips, below
}

func widest(strips []strip) int {
	widest := 0
	for _, s := range strips {
		widest = max(widest, s.width)
	}
	return widest
}

// total is the width of strips side by side.
func total(label strip, strips []strip) int {
	width := label.width + gutter
	for _, s := range strips {
		width += s.width + gutter
	}
	return width
}

// apart takes the strips of remarks out.
func apart(strips []strip) (kept, remarks []strip) {
	for _, s := range strips {
		if s.remark {
			remarks = append(remarks, s)
		} else {
			kept = append(kept, s)
		}
	}
	return kept, remarks
}

// split cuts strips into blocks that fit width next to the label, of about the
// same number of columns. A column that is wider than that gets a block of its
// own.
func split(label strip, strips []strip, width int) [][]strip {
	blocks := pack(label, strips, width, len(strips))
	if n := len(blocks); n > 1 {
		if even := pack(label, strips, width, (len(strips)+n-1)/n); len(even) == n {
			return even
		}
	}
	return blocks
}

// pack fills blocks one after the other, each with at most limit strips.
func pack(label strip, strips []strip, width, limit int) [][]strip {
	blocks := [][]strip{nil}
	for _, s := range strips {
		last := len(blocks) - 1
		full := len(blocks[last]) >= limit || width > 0 && total(label, append(blocks[last], s)) > width
		if full && len(blocks[last]) > 0 {
			blocks = append(blocks, nil)
			last++
		}
		blocks[last] = append(blocks[last], s)
	}
	return blocks
}

// blockWidth is the width of the widest block.
func blockWidth(label strip, blocks [][]strip) int {
	width := 0
	for _, block := range blocks {
		width = max(width, total(label, block))
	}
	return width
}

// fold breaks words into lines of at most width columns, 0 being unbounded.
// What stands between separators is kept together while it is short; a word
// that is wider than a line is broken behind a slash, or anywhere.
func fold(words string, width int) []string {
	lines := []string{""}
	for _, part := range breakable(words, width) {
		for i, piece := range pieces(part, width) {
			last := &lines[len(lines)-1]
			space := " "
			if i > 0 || *last == "" {
				space = ""
			}
			if *last != "" && width > 0 && columns(*last+space+piece) > width {
				lines = append(lines, piece)
			} else {
				*last += space + piece
			}
		}
	}
	return lines
}

// breakable are the parts of a text between which a line may end: its words,
// but what stands between separators is one while it is short.
func breakable(words string, width int) []string {
	short := 40
	if width > 0 {
		short = min(short, width)
	}
	var parts []string
	items := strings.SplitAfter(words, strings.TrimRight(separator, " "))
	for _, item := range items {
		if item = strings.TrimSpace(item); len(items) > 1 && columns(item) <= short {
			parts = append(parts, item)
		} else {
			parts = append(parts, strings.Fields(item)...)
		}
	}
	return parts
}

// pieces cuts a word that is wider than a line: behind slashes, as in a path,
// and what is too wide still where the line ends.
func pieces(word string, width int) []string {
	if width <= 0 || columns(word) <= width {
		return []string{word}
	}
	var cut []string
	for _, step := range strings.SplitAfter(word, "/") {
		piece := ""
		for _, r := range step {
			if piece != "" && columns(piece+string(r)) > width {
				cut = append(cut, piece)
				piece = ""
			}
			piece += string(r)
		}
		cut = append(cut, piece)
	}
	return cut
}
