package sheet

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"
)

// paperA4 is the number of A4 paper.
const paperA4 = 9

// setUpPrint has the sheet printed on landscape paper, one page wide, with its
// page's number and the run's name below.
func (t *tab) setUpPrint() {
	t.fitPage()
	landscape, paper, wide, high := "landscape", paperA4, 1, 0
	narrow, low, foot := 0.4, 0.6, 0.3
	file := t.book.file
	t.book.check(file.SetPageLayout(t.name, &excelize.PageLayoutOptions{
		Orientation: &landscape, Size: &paper, FitToWidth: &wide, FitToHeight: &high,
	}))
	t.book.check(file.SetPageMargins(t.name, &excelize.PageLayoutMarginsOptions{
		Left: &narrow, Right: &narrow, Top: &narrow, Bottom: &low, Header: &foot, Footer: &foot,
	}))
	t.book.check(file.SetHeaderFooter(t.name, &excelize.HeaderFooterOptions{OddFooter: footer(t.book.Title)}))
}

// fitPage has the sheet scaled to the pages that it is set up for.
func (t *tab) fitPage() {
	fit := true
	t.book.check(t.book.file.SetSheetProps(t.name, &excelize.SheetPropsOptions{FitToPage: &fit}))
}

// footer is a name, and "page 1 of 3". An ampersand begins a code there, and 255
// characters are all that it can have.
func footer(name string) string {
	return "&L" + literal(strings.ReplaceAll(cut(name, 100), "&", "&&")) + "&Rpage &P of &N"
}

// repeat has rows printed on every page. It leaves the first column to itself,
// since a page is as wide as the sheet, and LibreOffice takes minutes to open a
// book in which 200 sheets repeat a column.
func (t *tab) repeat(first, last int) {
	reference := fmt.Sprintf("'%s'!$%d:$%d", t.name, first, last)
	t.book.define("_xlnm.Print_Titles", reference, t)
}

// onOnePage has all of the sheet printed on one page.
func (t *tab) onOnePage() {
	one := 1
	t.book.check(t.book.file.SetPageLayout(t.name, &excelize.PageLayoutOptions{FitToHeight: &one}))
}

// breakPage begins another page with a row, in programs that allow that for sheets
// that are scaled to the width of a page.
func (t *tab) breakPage(row int) {
	cell, err := t.address(1, row)
	t.book.check(err)
	t.book.check(t.book.file.InsertPageBreak(t.name, cell))
}
