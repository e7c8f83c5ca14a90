package matrix

// Product is a server's make.
type Product string

// The products that are known.
const (
	Redis  Product = "redis"
	Valkey Product = "valkey"
)

// Version names a product and a line ("7.0") or an exact release ("7.0.15").
// Its zero value means that the version is not known.
type Version struct {
	Product Product `json:"product"`
	// Numbers are the one to three numbers as written: [7], [7 0], [7 0 15].
	Numbers []int `json:"numbers"`
}
