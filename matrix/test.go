package matrix

// Test is a benchmark workload, as data: what is sent, what must be there
// before, and what a good reply looks like.
type Test struct {
	// Name as redis-benchmark titles it: "SET", "LRANGE_100".
	Name string
	// Remark stands beside the name in tables: "first 100 elements".
	Remark string
	// Command is the request's words. Within a word, __key__ becomes a key
	// number drawn from the keyspace, __seq__ the next number never used
	// before, and __score__ a random number below the keyspace, each as 12
	// digits with leading zeros; __data__ becomes a value.
	Command []string
	// Inline sends Command as one raw line rather than as a RESP array.
	Inline bool
	// Needs is what Prepare builds before the test.
	Needs Dataset
	// Consumes is true for tests that use up what they need, one element a
	// request.
	Consumes bool
	// Reply is what a request must be answered with.
	Reply Reply
	// Since is the first version of Redis that knows the command; Valkey knows
	// all of them. Zero: every version.
	Since Version
}

// Dataset names what a test needs to find.
type Dataset string

// The data sets of the tests. Keys are as redis-benchmark names them.
const (
	DataNone Dataset = ""
	DataKeys Dataset = "keys" // key:<n> for every n of the keyspace
	DataList Dataset = "list" // mylist
	DataSet  Dataset = "set"  // myset with element:<n>
	DataZSet Dataset = "zset" // myzset with element:<n>
)

// ReplyKind is a type of RESP reply.
type ReplyKind string

// What a reply can be required to be.
const (
	ReplyStatus  ReplyKind = "status"  // +OK, +PONG
	ReplyInteger ReplyKind = "integer" // :1
	ReplyBulk    ReplyKind = "bulk"    // a bulk string that is not nil; nil is a miss
	ReplyArray   ReplyKind = "array"   // an array of exactly Len elements; else a miss
)

// Reply is what a good reply looks like.
type Reply struct {
	Kind ReplyKind
	// Len is the number of elements that ReplyArray requires.
	Len int
}
