package launch

import "context"

func findImages(ctx context.Context) []Installed { return nil }
