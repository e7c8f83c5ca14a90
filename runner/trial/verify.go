package trial

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// tally counts what is found of the writes.
type tally struct {
	until int64 // the moment of the crash, in microseconds since 1970
	crash *matrix.Crash
	// oldest is when the oldest write that is lost was confirmed; 0 for none.
	oldest int64
}

// verify reads every write, those that were never confirmed too, and counts what
// is there, lost and torn. Writes that were confirmed after the moment until are
// not counted as confirmed.
func (w *writers) verify(ctx context.Context, at matrix.Endpoint, until int64, crash *matrix.Crash) error {
	client := connect(at, 1)
	defer client.Close() //nolint:errcheck // nothing was written
	t := tally{until: until, crash: crash}
	for writer, times := range w.confirmed {
		batch := w.batch(len(times) + 1)
		for from := 0; from <= len(times); from += batch {
			if err := t.read(ctx, client, w, writer, from, min(from+batch, len(times)+1)); err != nil {
				return err
			}
		}
	}
	t.close()
	return nil
}

// batch is how many values are read at once.
func (w *writers) batch(most int) int {
	return max(1, min(most, batchKeys, batchBytes/max(1, w.sizes.Max())))
}

// read reads writes from one number to before another of one writer.
func (t *tally) read(ctx context.Context, client *redis.Client, w *writers, writer, from, to int) error {
	var keys []string
	for n := from; n < to; n++ {
		keys = append(keys, writtenKey(writer, n))
	}
	found, err := client.MGet(ctx, keys...).Result()
	if err != nil {
		return fmt.Errorf("read what was written: %w", said(err))
	}
	for i, value := range found {
		t.count(w, writer, from+i, value)
	}
	return nil
}

// count counts one write, of which value was found; nil where nothing was.
func (t *tally) count(w *writers, writer, n int, value any) {
	text, there := value.(string)
	torn := there && text != w.of(number(writer, n))
	if torn {
		t.crash.Torn++
	}
	if n >= len(w.confirmed[writer]) || w.confirmed[writer][n] > t.until {
		return
	}
	t.crash.Acknowledged++
	if there && !torn {
		t.crash.Found++
		return
	}
	t.lose(w.confirmed[writer][n])
}

// lose counts a write that was confirmed at a moment.
func (t *tally) lose(at int64) {
	t.crash.Lost++
	if t.oldest == 0 || at < t.oldest {
		t.oldest = at
	}
}

// close tells how old the oldest lost write was.
func (t *tally) close() {
	if t.oldest > 0 {
		t.crash.LostTime = max(0, time.Duration(t.until-t.oldest)*time.Microsecond)
	}
}

// loseAll counts all that was confirmed until a moment as lost.
func (w *writers) loseAll(until int64, crash *matrix.Crash) {
	t := tally{until: until, crash: crash}
	for writer, times := range w.confirmed {
		for n := range times {
			t.count(w, writer, n, nil)
		}
	}
	t.close()
}
