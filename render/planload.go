package render

import "redismatrix/matrix"

// PlanLoad says what all cells of a plan are sent, as the heads of tables do: "50
// clients · 3-byte values · 10,000 keys". What an axis varies, and the mix, is
// left out.
func PlanLoad(plan *matrix.Plan) string {
	var points []point
	for i := range plan.Cells {
		points = append(points, pointsOf(&plan.Cells[i])...)
	}
	if len(points) == 0 {
		return ""
	}
	s := &source{}
	var parts []string
	for _, name := range loadAxes {
		if name == matrix.AxisMix || s.varies(points, name) {
			continue
		}
		if value := loadValue(name, points); value != "" {
			parts = append(parts, axisPhrase(name, value))
		}
	}
	return saying(parts...)
}

// PlanEnds says how long each test of a plan lasts: "2 s or 100,000 requests,
// after 500 ms of warm-up".
func PlanEnds(plan *matrix.Plan) string {
	ends := bounds(plan.Spec.Load)
	if warmup := plan.Spec.Load.Warmup; warmup > 0 {
		ends += ", after " + lasting(warmup) + " of warm-up"
	}
	return ends
}
