package matrix

import (
	"fmt"
	"reflect"
	"strings"
	"time"
)

// fill sets everything that v holds to something that is not zero.
func fill(v reflect.Value) {
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.Unix(1, 0)))
		return
	case Version:
		v.Set(reflect.ValueOf(redisVersion(7, 0, 15)))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint64:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		value := reflect.New(v.Type().Elem()).Elem()
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("*"), value)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	default:
		panic(fmt.Sprintf("fill %v", v.Type()))
	}
}

// list notes the places of a document and what stands there.
func list(places map[string]bool, at string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			list(places, strings.TrimPrefix(at+"."+key, "."), inner)
		}
	case []any:
		for _, inner := range value {
			list(places, at+"[]", inner)
		}
	case string:
		places[at+" string"] = true
	case float64:
		places[at+" number"] = true
	case bool:
		places[at+" bool"] = true
	default:
		places[fmt.Sprintf("%s %T", at, value)] = true
	}
}
