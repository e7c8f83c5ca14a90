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
	// digits with leading zeros; __bit__ becomes 0 or 1 at random, and __data__ a
	// value.
	// A mix has none.
	Command []string
	// Lead is sent before Command, in order, as part of the same request: MULTI
	// and what the transaction holds. A request is counted once, when Command
	// is answered; an error anywhere in it makes it an error.
	Lead []Step
	// Parts make this a mix: its requests are those of its parts, at random in
	// proportion to their weights. A mix has nothing else but a name.
	Parts []Part
	// Own is true for a command of the spec's own. It is tried on the server
	// before anything is measured.
	Own bool
	// Script is loaded with SCRIPT LOAD before the test, which calls it by its
	// digest. Function is loaded with FUNCTION LOAD REPLACE.
	Script, Function string
	// Inline sends Command as one raw line rather than as a RESP array.
	Inline bool
	// Needs is what Prepare builds before the test.
	Needs Dataset
	// Consumes is true for tests that use up what they need, one element a
	// request.
	Consumes bool
	// Reply is what a request must be answered with.
	Reply Reply
	// Trial is how the test ends its server, "" where it does not. A trial has
	// nothing else but a name and a remark.
	Trial TrialKind
	// NeedsAOF is true for a test that a server without an AOF refuses.
	NeedsAOF bool
	// Since is the first version of Redis that knows the command; Valkey knows
	// all of them. Zero: every version.
	Since Version
}

// Step is a command of a request and what it must be answered with.
type Step struct {
	Command []string
	Reply   Reply
}

// Part is a test of a mix and how often it is sent relative to the others.
type Part struct {
	Test   Test
	Weight int
}

// Dataset names what a test needs to find.
type Dataset string

// The data sets of the tests. Keys are as redis-benchmark names them. Those
// with numbered keys or members have one for every n of the keyspace, members
// at least a thousand; a test that consumes takes from more than that.
const (
	DataNone     Dataset = ""
	DataKeys     Dataset = "keys"        // key:<n>
	DataExpiring Dataset = "expiring"    // session:<n>, with a day to live
	DataList     Dataset = "list"        // mylist, of a thousand values
	DataHash     Dataset = "hash"        // myhash with element:<n>
	DataRecord   Dataset = "record"      // myrecord, a hash of ten fields
	DataSet      Dataset = "set"         // myset with element:<n>
	DataZSet     Dataset = "zset"        // myzset with element:<n>
	DataStream   Dataset = "stream"      // mystream, of a thousand entries
	DataGeo      Dataset = "geo"         // mygeo with element:<n>
	DataHLL      Dataset = "hyperloglog" // myhll and otherhll, dense
)

// ReplyKind is a type of RESP reply.
type ReplyKind string

// What a reply can be required to be.
const (
	ReplyStatus  ReplyKind = "status"  // +OK, +PONG
	ReplyInteger ReplyKind = "integer" // an integer that says nothing of whether anything was found
	ReplyCount   ReplyKind = "count"   // an integer of at least Len; a lower one, or nil, is a miss
	ReplyBulk    ReplyKind = "bulk"    // a bulk string, or RESP3's double, that is not nil; nil is a miss
	ReplyArray   ReplyKind = "array"   // an array of exactly Len elements; else a miss
	ReplyAny     ReplyKind = "any"     // anything but an error; see below
)

// Reply is what a good reply looks like.
//
// What ReplyBulk, ReplyCount and ReplyArray ask for is a hit where it is there,
// and all of it: MGET that finds nine keys of ten is a miss. Commands that write
// and look for nothing, such as XADD, have neither hits nor misses. Of ReplyAny,
// which must do with the reply itself, nil, an array with no element or with nil
// alone, and GETRANGE's empty string are misses, other strings and arrays hits,
// and a status or a number is neither.
type Reply struct {
	Kind ReplyKind
	// Len is the number of elements that ReplyArray requires, and the least that
	// ReplyCount may be.
	Len int
	// MayMiss is true where a miss is no fault.
	MayMiss bool
}
