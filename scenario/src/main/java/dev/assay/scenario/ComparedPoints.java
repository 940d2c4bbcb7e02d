package dev.assay.scenario;

import dev.assay.model.result.ComparedDimension;
import dev.assay.scenario.plan.TrialPoint;
import java.util.List;

/** Checks that the points of a scenario leave no doubt which of them are compared with which. */
record ComparedPoints(List<TrialPoint> points) {
    /**
     * Logs that nothing varies, or that it is not clear what is compared.
     *
     * @param what compares them, such as {@code fail-if}
     * @param otherwise advice for several dimensions
     */
    void check(String what, String otherwise, SourceSpan place, ProblemLog log) {
        List<String> varying = ComparedDimension.varying(
                points.stream().map(TrialPoint::measured).toList());
        if (varying.isEmpty()) {
            log.add(
                    place,
                    what
                            + " compares the values of what varies with the first of them, but all trials of this scenario measure the same thing",
                    "write a list of two values in place of one, such as 'rate: [1000/s, 2000/s]' or 'version: [3.9.1, 4.3.1]'");
        } else if (ComparedDimension.usual(varying).isEmpty()) {
            log.add(
                    place,
                    what + " compares by one dimension, but several vary: " + String.join(", ", varying),
                    otherwise);
        }
    }
}
